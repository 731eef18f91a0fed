// Appearance: theme, accent, font, compact rows. Applied in this browser at once, then saved in the account.
import { settings as copy } from '@/shared/copy/settings/settings'
import { cx } from '@/shared/lib/cx'
import { ACCENT_NAMES, ACCENTS, FONT_GROUPS, FONT_NAMES, THEME_NAMES, THEMES } from '@/shared/theme/palette'
import { setAccent, setCompact, setFont, setTheme } from '@/shared/theme/store'
import { useAppearance } from '@/shared/theme/use-appearance'
import { SettingList, SwitchRow } from '@/shared/ui/lists/setting-row'
import { Panel } from '@/shared/ui/panel'
import { ChoiceGroup } from './choice-group'
import { ThemeTile } from './theme-tile'

const tileClass = (checked: boolean) =>
  cx(
    'block border rounded-control',
    checked ? 'border-transparent shadow-[0_0_0_2px_var(--accent)]' : 'border-line-strong',
  )

export function AppearanceSettings() {
  const { theme, accent, font, compact } = useAppearance()
  return (
    <Panel solid id="appearance" title={copy.sections.appearance}>
      <div className="grid gap-5">
        <div className="grid gap-2">
          <p className="font-medium">{copy.theme}</p>
          <ChoiceGroup
            label={copy.theme}
            value={theme}
            choices={THEMES}
            onChoose={setTheme}
            className="grid grid-cols-3 gap-3"
          >
            {(choice, checked) => (
              <>
                <span className={tileClass(checked)}>
                  <ThemeTile theme={choice} />
                </span>
                <span className="block mt-2 font-medium max-sm:text-12">{THEME_NAMES[choice]}</span>
              </>
            )}
          </ChoiceGroup>
        </div>
        <div className="grid gap-2">
          <p className="font-medium">{copy.accent}</p>
          <ChoiceGroup
            label={copy.accent}
            value={accent}
            choices={ACCENTS}
            onChoose={setAccent}
            className="grid grid-cols-4 sm:grid-cols-7 gap-3"
          >
            {(choice, checked) => (
              <span className="grid justify-items-start gap-2 p-0.5 text-12">
                <span
                  data-accent={choice}
                  data-theme={theme}
                  className={cx(
                    'size-7 rounded-pill bg-accent shadow-[inset_0_0_0_1px_var(--swatch-edge)]',
                    checked && 'outline-2 outline-offset-2 outline-accent',
                  )}
                />
                {ACCENT_NAMES[choice]}
              </span>
            )}
          </ChoiceGroup>
        </div>
        {FONT_GROUPS.map((group) => (
          <div key={group.name} className="grid gap-2">
            <p className="font-medium">{copy.font(group.name)}</p>
            <ChoiceGroup
              label={copy.font(group.name)}
              value={group.fonts.includes(font) ? font : null}
              choices={group.fonts}
              onChoose={setFont}
              className="grid grid-cols-2 sm:grid-cols-4 gap-3"
            >
              {(choice, checked) => (
                <span data-font={choice} className={cx(tileClass(checked), 'px-3 py-2 font-sans')}>
                  <span className="block text-20 font-medium">{copy.fontSample}</span>
                  <span className="block text-12">{FONT_NAMES[choice]}</span>
                </span>
              )}
            </ChoiceGroup>
          </div>
        ))}
        <SettingList>
          <SwitchRow {...copy.compactMode} checked={compact} onChange={setCompact} />
        </SettingList>
      </div>
    </Panel>
  )
}
