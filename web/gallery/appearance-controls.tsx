// Theme, accent, font and density of the gallery, with the store that the app uses.
import { ACCENT_NAMES, ACCENTS, FONT_NAMES, FONTS, THEME_NAMES, THEMES } from '@/shared/theme/palette'
import { cycleTheme, setAccent, setCompact, setFont, setTheme } from '@/shared/theme/store'
import { useAppearance } from '@/shared/theme/use-appearance'
import { Button } from '@/shared/ui/button'
import { Checkbox } from '@/shared/ui/inputs/checkbox'
import { Field } from '@/shared/ui/inputs/field'
import { Segmented } from '@/shared/ui/inputs/segmented'
import { Select } from '@/shared/ui/inputs/select'
import { Panel } from '@/shared/ui/panel'

export function AppearanceControls() {
  const { theme, accent, font, compact } = useAppearance()
  return (
    <Panel title="Appearance">
      <div className="flex flex-wrap items-end gap-4">
        <Segmented
          label="Theme"
          options={THEMES.map((value) => ({ value, label: THEME_NAMES[value] }))}
          value={theme}
          onValueChange={setTheme}
        />
        <Button onClick={cycleTheme}>Cycle theme</Button>
        <Field label="Accent" className="w-44">
          <Select
            options={ACCENTS.map((value) => ({ value, label: ACCENT_NAMES[value] }))}
            value={accent}
            onValueChange={(next) => {
              if (next !== accent) setAccent(next)
            }}
          />
        </Field>
        <Field label="Font" className="w-44">
          <Select
            options={FONTS.map((value) => ({ value, label: FONT_NAMES[value] }))}
            value={font}
            onValueChange={setFont}
          />
        </Field>
        <Checkbox label="Compact rows" checked={compact} onCheckedChange={setCompact} />
      </div>
    </Panel>
  )
}
