// Browsers start no worker for a page opened from the disk. There, a hidden frame runs the search's script instead.
if (location.protocol === "file:") {
    window.Worker = class extends EventTarget {
        constructor(url) {
            super()
            const frame = document.createElement("iframe")
            frame.hidden = true
            document.body.append(frame)
            this.inside = frame.contentWindow
            this.inside.postMessage = data => {
                const message = new MessageEvent("message", { data })
                this.dispatchEvent(message)
                this.onmessage?.(message)
            }
            const script = this.inside.document.createElement("script")
            script.src = url
            this.started = new Promise(resolve => script.addEventListener("load", resolve))
            this.inside.document.body.append(script)
        }

        async postMessage(data) {
            await this.started
            this.inside.dispatchEvent(new MessageEvent("message", { data }))
        }

        terminate() {
            this.inside.frameElement.remove()
        }
    }
}
