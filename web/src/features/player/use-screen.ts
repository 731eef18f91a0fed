// Fullscreen for the player's window and picture in picture for its video, where the browser has them.
import { type RefObject, useEffect, useState } from 'react'

interface Screen {
  isFull: boolean
  /** null where the browser has no fullscreen for elements. */
  toggleFull: (() => void) | null
  isPicture: boolean
  /** null where the browser has no picture in picture. */
  togglePicture: (() => void) | null
}

export function useScreen(
  frame: RefObject<HTMLElement | null>,
  video: RefObject<HTMLVideoElement | null>,
): Screen {
  const [isFull, setIsFull] = useState(false)
  const [isPicture, setIsPicture] = useState(false)

  useEffect(() => {
    const own = frame.current
    const onFull = () => setIsFull(document.fullscreenElement !== null && document.fullscreenElement === own)
    document.addEventListener('fullscreenchange', onFull)
    return () => {
      document.removeEventListener('fullscreenchange', onFull)
      if (own !== null && document.fullscreenElement === own) ignoreRefusal(document.exitFullscreen())
    }
  }, [frame])

  useEffect(() => {
    const element = video.current
    if (element === null) return
    const enter = () => setIsPicture(true)
    const leave = () => setIsPicture(false)
    element.addEventListener('enterpictureinpicture', enter)
    element.addEventListener('leavepictureinpicture', leave)
    return () => {
      element.removeEventListener('enterpictureinpicture', enter)
      element.removeEventListener('leavepictureinpicture', leave)
    }
  }, [video])

  return {
    isFull,
    toggleFull: document.fullscreenEnabled
      ? () =>
          ignoreRefusal(
            document.fullscreenElement === null
              ? frame.current?.requestFullscreen()
              : document.exitFullscreen(),
          )
      : null,
    isPicture,
    togglePicture: document.pictureInPictureEnabled
      ? () =>
          ignoreRefusal(
            document.pictureInPictureElement === null
              ? video.current?.requestPictureInPicture()
              : document.exitPictureInPicture(),
          )
      : null,
  }
}

/** Ignores the rejection of a call that the browser may refuse, for instance without a click. */
function ignoreRefusal(call: Promise<unknown> | undefined) {
  call?.catch(() => {})
}
