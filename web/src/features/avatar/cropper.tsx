// The crop square over the picture: dragged with the pointer, moved with the arrow keys, zoomed with plus, minus, the
// wheel or the slider. It draws on the canvas that is uploaded.
import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useId } from 'react'
import { AVATAR } from '@/shared/config/limits'
import { avatar } from '@/shared/copy/identity/profile'
import { type Crop, cropSide, MAX_ZOOM, moveCrop, zoomCrop } from './crop-geometry'

const KEY_STEP = 0.05
const ZOOM_STEP = 0.1

type CropperProps = {
  picture: ImageBitmap
  crop: Crop
  canvas: RefObject<HTMLCanvasElement | null>
  onCrop: (crop: Crop) => void
}

export function Cropper({ picture, crop, canvas, onCrop }: CropperProps) {
  const helpId = useId()

  useEffect(() => {
    const pen = canvas.current?.getContext('2d')
    if (!pen) return
    const side = cropSide(picture, crop.zoom)
    pen.clearRect(0, 0, AVATAR.uploadPx, AVATAR.uploadPx)
    pen.imageSmoothingQuality = 'high'
    pen.drawImage(
      picture,
      crop.x - side / 2,
      crop.y - side / 2,
      side,
      side,
      0,
      0,
      AVATAR.uploadPx,
      AVATAR.uploadPx,
    )
  }, [picture, crop, canvas])

  const drag = (event: PointerEvent<HTMLCanvasElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    const { width } = event.currentTarget.getBoundingClientRect()
    onCrop(moveCrop(picture, crop, -event.movementX / width, -event.movementY / width))
  }

  const press = (event: KeyboardEvent) => {
    const next = cropAfterKey(picture, crop, event.key)
    if (next === null) return
    event.preventDefault()
    onCrop(next)
  }

  return (
    <div className="grid justify-items-center gap-4">
      <div className="relative w-full max-w-[280px]">
        <div
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the crop area is operated with the keyboard
          tabIndex={0}
          role="application"
          aria-label={avatar.cropArea}
          aria-describedby={helpId}
          onKeyDown={press}
          className="rounded-panel"
        >
          <canvas
            ref={canvas}
            width={AVATAR.uploadPx}
            height={AVATAR.uploadPx}
            className="block w-full aspect-square rounded-panel bg-surface-3 cursor-grab active:cursor-grabbing touch-none"
            onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
            onPointerMove={drag}
            onWheel={(event) =>
              onCrop(zoomCrop(picture, crop, crop.zoom - Math.sign(event.deltaY) * ZOOM_STEP))
            }
          />
        </div>
        {/* The round frame that shows how the photo will be cropped to a circle. */}
        <span
          aria-hidden
          className="pointer-events-none absolute inset-0 rounded-pill shadow-[0_0_0_200px_var(--overlay)] [clip-path:inset(0_round_16px)]"
        />
      </div>
      <label className="flex items-center gap-3 w-full max-w-[280px]">
        <span className="font-medium">{avatar.zoom}</span>
        <input
          type="range"
          min={1}
          max={MAX_ZOOM}
          step={ZOOM_STEP}
          value={crop.zoom}
          onChange={(event) => onCrop(zoomCrop(picture, crop, Number(event.target.value)))}
          className="grow min-w-0 accent-accent"
        />
      </label>
      <p id={helpId} className="text-12 text-ink-3 text-center">
        {avatar.cropHelp}
      </p>
    </div>
  )
}

/** The arrow keys move the square over the picture, as they would move a view. */
function cropAfterKey(picture: ImageBitmap, crop: Crop, key: string): Crop | null {
  switch (key) {
    case 'ArrowLeft':
      return moveCrop(picture, crop, -KEY_STEP, 0)
    case 'ArrowRight':
      return moveCrop(picture, crop, KEY_STEP, 0)
    case 'ArrowUp':
      return moveCrop(picture, crop, 0, -KEY_STEP)
    case 'ArrowDown':
      return moveCrop(picture, crop, 0, KEY_STEP)
    case '+':
    case '=':
      return zoomCrop(picture, crop, crop.zoom + ZOOM_STEP)
    case '-':
      return zoomCrop(picture, crop, crop.zoom - ZOOM_STEP)
    default:
      return null
  }
}
