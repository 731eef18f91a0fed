import { describe, expect, it } from 'vitest'
import { embedCode, hostsOf } from './host-lines'

describe('SHOP-05 the sites that may embed the player', () => {
  it('are read one a line, pasted addresses too, each once', () => {
    expect(hostsOf(' www.Maya.com \nhttps://blog.maya.com/beats?x=1\nwww.maya.com\n')).toEqual([
      'www.maya.com',
      'blog.maya.com',
    ])
  })

  it('get a frame of the embedded page', () => {
    expect(embedCode('https://beats.example/@maya')).toContain('src="https://beats.example/embed/@maya"')
  })
})
