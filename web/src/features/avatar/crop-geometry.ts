// Computes where the crop square lies on the picture. A crop is a center in the picture's own pixels and a zoom; zoom
// 1 shows the largest square that fits, and the square never leaves the picture.

type Size = { width: number; height: number }
export type Crop = { x: number; y: number; zoom: number }

export const MAX_ZOOM = 4

export function centeredCrop({ width, height }: Size): Crop {
  return { x: width / 2, y: height / 2, zoom: 1 }
}

/** Returns the side of the crop square in the picture's pixels. */
export function cropSide({ width, height }: Size, zoom: number): number {
  return Math.min(width, height) / zoom
}

/** Returns the nearest crop that lies completely on the picture. */
function clampCrop(picture: Size, crop: Crop): Crop {
  const zoom = clamp(crop.zoom, 1, MAX_ZOOM)
  const half = cropSide(picture, zoom) / 2
  return {
    x: clamp(crop.x, half, picture.width - half),
    y: clamp(crop.y, half, picture.height - half),
    zoom,
  }
}

/** Moves the crop by a share of the visible square: 0.1 to the right is a tenth of its width. */
export function moveCrop(picture: Size, crop: Crop, right: number, down: number): Crop {
  const side = cropSide(picture, crop.zoom)
  return clampCrop(picture, { ...crop, x: crop.x + right * side, y: crop.y + down * side })
}

export function zoomCrop(picture: Size, crop: Crop, zoom: number): Crop {
  return clampCrop(picture, { ...crop, zoom })
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most)
}
