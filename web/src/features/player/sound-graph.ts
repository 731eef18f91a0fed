// Analyzes the sound of a media element, for the bars. From then on the element's sound goes through the audio graph,
// so it is connected only once the graph runs: a suspended one would be silent.

interface SoundGraph {
  analyser: AnalyserNode
}

const graphs = new WeakMap<HTMLMediaElement, SoundGraph>()
let context: AudioContext | null = null

/** Resolves null if the browser has no Web Audio or keeps it suspended. */
export async function listenTo(element: HTMLMediaElement): Promise<SoundGraph | null> {
  const known = graphs.get(element)
  if (typeof AudioContext === 'undefined') return null
  context ??= new AudioContext()
  if (context.state !== 'running') await Promise.race([context.resume(), waitBriefly()]).catch(() => {})
  if (context.state !== 'running') return null
  if (known) return known
  const analyser = context.createAnalyser()
  analyser.fftSize = 2048
  analyser.smoothingTimeConstant = 0.78
  context.createMediaElementSource(element).connect(analyser).connect(context.destination)
  const graph = { analyser }
  graphs.set(element, graph)
  return graph
}

/** Waits a moment: a browser may never settle the promise of resume(), so waiting for it is limited. */
function waitBriefly(): Promise<void> {
  return new Promise((done) => setTimeout(done, 500))
}
