// The player in its three sizes.
import { expect, type Page } from '@playwright/test'

export class PlayerWindow {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  get frame() {
    return this.page.getByRole('dialog', { name: /^Player, / })
  }
  get seek() {
    return this.frame.getByRole('slider', { name: 'Seek' })
  }
  get volume() {
    return this.frame.getByRole('slider', { name: 'Volume' })
  }
  get queue() {
    return this.frame.getByRole('region', { name: 'Up next' })
  }
  get media() {
    return this.frame.locator('video')
  }

  button(name: string) {
    return this.frame.getByRole('button', { name, exact: true })
  }

  time(): Promise<number> {
    return this.media.evaluate((video: HTMLVideoElement) => video.currentTime)
  }

  isPaused(): Promise<boolean> {
    return this.media.evaluate((video: HTMLVideoElement) => video.paused)
  }

  /** Waits until the playback time advances. */
  async waitUntilPlaying(beyond = 0) {
    await expect.poll(() => this.time()).toBeGreaterThan(beyond)
    const before = await this.time()
    await expect.poll(() => this.time()).toBeGreaterThan(before)
  }
}
