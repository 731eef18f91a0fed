// The menu of a chart that saves it as an image or as CSV.
import { Download, FileSpreadsheet, Image as ImageIcon } from 'lucide-react'
import type { RefObject } from 'react'
import { charts as copy } from '@/shared/copy/figures/charts'
import { TOASTS } from '../config/limits'
import { saveFile } from '../lib/save-file'
import { IconButton } from '../ui/icon-button'
import { Menu, MenuItem } from '../ui/overlays/menu'
import { toast } from '../ui/toast/toast'
import type { ChartTable, LegendEntry } from './chart-files'

interface SaveChartProps {
  title: string
  /** The period that the chart covers. */
  note: string
  /** The file name without its extension. */
  name: string
  drawing: RefObject<SVGSVGElement | null>
  /** Returns the legend of the image; called when it is saved, since the colors depend on the theme. */
  legend: () => LegendEntry[]
  table: () => ChartTable
}

/** The color of a token in the current theme, such as '--series-1'. */
export function tokenColor(token: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(token).trim()
}

export function SaveChart({ title, note, name, drawing, legend, table }: SaveChartProps) {
  async function save(ending: 'png' | 'csv') {
    const file = `${name}.${ending}`
    try {
      const { csvOf, pictureOf } = await import('./chart-files')
      if (ending === 'csv') {
        saveFile({ name: file, content: new Blob([csvOf(table())], { type: 'text/csv;charset=utf-8' }) })
      } else if (drawing.current) {
        saveFile({ name: file, content: await pictureOf(drawing.current, { title, note, legend: legend() }) })
      } else return
      toast.success(copy.saved(file), TOASTS.success)
    } catch {
      toast.error(copy.saveFailed, TOASTS.other)
    }
  }
  return (
    <Menu
      trigger={
        <IconButton
          size="sm"
          label={copy.saveOf(title)}
          icon={<Download aria-hidden className="size-[18px]" />}
          className="-my-1.5"
        />
      }
    >
      <MenuItem icon={<ImageIcon aria-hidden />} onSelect={() => save('png')}>
        {copy.asImage}
      </MenuItem>
      <MenuItem icon={<FileSpreadsheet aria-hidden />} onSelect={() => save('csv')}>
        {copy.asCsv}
      </MenuItem>
    </Menu>
  )
}
