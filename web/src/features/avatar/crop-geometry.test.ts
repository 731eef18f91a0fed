import { describe, expect, it } from 'vitest'
import { pictureFault } from '@/shared/lib/picture-fault'
import { centeredCrop, cropSide, MAX_ZOOM, moveCrop, zoomCrop } from './crop-geometry'

const wide = { width: 400, height: 200 }

describe('the crop of a photo', () => {
  it('begins as the largest square in the middle (PROF-05)', () => {
    expect(centeredCrop(wide)).toEqual({ x: 200, y: 100, zoom: 1 })
    expect(cropSide(wide, 1)).toBe(200)
  })

  it('never leaves the picture, wherever it is moved and zoomed (PROF-05)', () => {
    let crop = centeredCrop(wide)
    const steps: [number, number, number][] = [
      [5, 0, 1],
      [-9, 3, 2],
      [0.3, -4, 9],
      [0.1, 0.1, 0.2],
      [-1, -1, 3.3],
    ]
    for (const [right, down, zoom] of steps) {
      crop = zoomCrop(wide, moveCrop(wide, crop, right, down), zoom)
      const half = cropSide(wide, crop.zoom) / 2
      expect(crop.x - half).toBeGreaterThanOrEqual(0)
      expect(crop.y - half).toBeGreaterThanOrEqual(0)
      expect(crop.x + half).toBeLessThanOrEqual(wide.width)
      expect(crop.y + half).toBeLessThanOrEqual(wide.height)
      expect(crop.zoom).toBeGreaterThanOrEqual(1)
      expect(crop.zoom).toBeLessThanOrEqual(MAX_ZOOM)
    }
  })

  it('moves by a share of what is seen', () => {
    expect(moveCrop(wide, centeredCrop(wide), 0.1, 0)).toEqual({ x: 220, y: 100, zoom: 1 })
  })

  it('is offered only for images that can be sent (PROF-05)', () => {
    expect(pictureFault({ type: 'image/png', size: 10 })).toBeNull()
    expect(pictureFault({ type: 'image/gif', size: 10 })).toBe('Please choose a PNG, JPEG or WebP image')
    expect(pictureFault({ type: 'image/jpeg', size: 5 * 1024 * 1024 + 1 })).toBe(
      'The image is larger than 5 MB',
    )
  })
})
