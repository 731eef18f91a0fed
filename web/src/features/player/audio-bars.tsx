// The bars behind a playing track, measured from its sound. Peaks above the staff turn amber, like notes that need a
// ledger line. With reduced motion the waveform of the track is shown instead, without movement.
import { type RefObject, useEffect, useRef } from 'react'
import { listenTo } from './sound-graph'
import { BARS, barsOf, condense } from './spectrum'

type AudioBarsProps = {
  media: RefObject<HTMLMediaElement | null>
  isPlaying: boolean
  waveform: number[] | null
}

/** The share of the height below the staff's top line. */
const STAFF_TOP = 0.75
const STAFF_LINES = 4
const FALL = 0.86

export function AudioBars({ media, isPlaying, waveform }: AudioBarsProps) {
  const canvas = useRef<HTMLCanvasElement>(null)

  useEffect(() => {
    const surface = canvas.current
    const element = media.current
    if (!surface || !element) return
    const still = waveform === null ? Array<number>(BARS).fill(0.04) : condense(waveform, BARS)
    const calm = window.matchMedia('(prefers-reduced-motion: reduce)')
    const paint = painter(surface)
    const resized = new ResizeObserver(() => paint(still.map((height) => height * STAFF_TOP)))
    resized.observe(surface)
    if (!isPlaying || calm.matches) return () => resized.disconnect()

    let frame = 0
    let isOver = false
    listenTo(element).then((graph) => {
      if (graph === null || isOver) return
      resized.disconnect()
      const { analyser } = graph
      const bins = new Uint8Array(analyser.frequencyBinCount)
      let heights = Array<number>(BARS).fill(0)
      const step = () => {
        analyser.getByteFrequencyData(bins)
        const measured = barsOf(bins, analyser.context.sampleRate)
        // Bars rise at once and fall slowly.
        heights = measured.map((height, bar) => Math.max(height, (heights[bar] ?? 0) * FALL))
        surface.dataset.level = Math.max(...measured).toFixed(2)
        paint(heights)
        frame = requestAnimationFrame(step)
      }
      step()
    })
    return () => {
      isOver = true
      resized.disconnect()
      cancelAnimationFrame(frame)
    }
  }, [media, isPlaying, waveform])

  return <canvas ref={canvas} aria-hidden className="player-bars absolute left-0 bottom-0 w-full h-[68%]" />
}

/** Returns a function that draws heights from 0 to 1 in the theme's stage colors. */
function painter(surface: HTMLCanvasElement) {
  const brush = surface.getContext('2d')
  return (heights: readonly number[]) => {
    if (!brush) return
    const ratio = window.devicePixelRatio || 1
    const { clientWidth: width, clientHeight: height } = surface
    if (surface.width !== Math.round(width * ratio) || surface.height !== Math.round(height * ratio)) {
      surface.width = Math.round(width * ratio)
      surface.height = Math.round(height * ratio)
    }
    brush.setTransform(ratio, 0, 0, ratio, 0, 0)
    brush.clearRect(0, 0, width, height)
    const style = getComputedStyle(surface)
    const colour = (token: string) => style.getPropertyValue(token)

    brush.fillStyle = colour('--stage-line')
    for (let line = 0; line < STAFF_LINES; line += 1) {
      brush.fillRect(0, Math.round(height * (1 - STAFF_TOP + (line * STAFF_TOP) / STAFF_LINES)), width, 1)
    }
    const pitch = width / heights.length
    const bar = Math.max(2, Math.round(pitch * 0.38))
    const staffTop = height * (1 - STAFF_TOP)
    heights.forEach((value, index) => {
      const x = Math.round(index * pitch + (pitch - bar) / 2)
      const top = height - value * height
      brush.fillStyle = colour('--stage-ink')
      brush.fillRect(x, Math.max(top, staffTop + 2), bar, height)
      if (top >= staffTop - 3) return
      brush.fillStyle = colour('--stage-mark')
      brush.fillRect(x, top, bar, staffTop - 2 - top)
    })
  }
}
