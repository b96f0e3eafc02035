using System.Diagnostics;
using System.Net.WebSockets;
using System.Text;
using System.Text.Json.Nodes;
using System.Text.RegularExpressions;

namespace Orchestrator.Runner.Tests.Report.Browser;

/// <summary>
/// The distribution's Chromium with one page, driven through its DevTools protocol: half a dozen calls, for which a
/// package of several hundred megabytes would be a high price.
/// </summary>
internal sealed partial class Chromium : IDisposable
{
    // Longer than any suite may hang: how long its tests take is the machine's.
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(10);

    private readonly DirectoryInfo _profile = Directory.CreateTempSubdirectory("orchestrator-chromium-");
    private readonly CancellationTokenSource _over;
    private readonly ClientWebSocket _socket = new();
    private readonly Process _process;
    private int _calls;

    private Chromium(string program, TimeSpan patience)
    {
        _over = new CancellationTokenSource(patience);
        _process = Process.Start(new ProcessStartInfo(program,
        [
            "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
            "--hide-scrollbars", "--remote-debugging-port=0", $"--user-data-dir={_profile.FullName}",
            // What it would look for elsewhere beside the page.
            "--disable-background-networking", "--disable-component-update", "--disable-extensions", "--disable-sync",
            "about:blank",
        ])
        {
            RedirectStandardError = true,
            RedirectStandardOutput = true,
        })!;
        _process.BeginOutputReadLine();
        Connect(new Uri(Address()));
    }

    /// <summary>What the page asked for, itself included.</summary>
    public List<string> Requests { get; } = [];

    /// <summary>Starts it; where there is none the test is passed over.</summary>
    /// <param name="patience">For how long it is used at most; null = ten minutes.</param>
    public static Chromium Start(TimeSpan? patience = null)
    {
        var program = (Environment.GetEnvironmentVariable("PATH") ?? "").Split(Path.PathSeparator)
            .SelectMany(folder => new[] { "chromium", "chromium-browser", "google-chrome" }
                .Select(name => Path.Combine(folder, name)))
            .FirstOrDefault(File.Exists);
        if (program is null)
        {
            Assert.Ignore("no Chromium on the search path: tests/install-what-is-missing installs it");
        }

        return new Chromium(program!, patience ?? Patience);
    }

    /// <summary>Runs a script in each page before anything of the page.</summary>
    public void RunFirst(string script) =>
        Call("Page.addScriptToEvaluateOnNewDocument", new() { ["source"] = script });

    /// <summary>Presses a key that has a name.</summary>
    public void Press(string key, int code) => Press(key, code, until: null);

    /// <summary>Presses the key that follows a link or sends a form, and waits until the page behind it is there.
    /// </summary>
    public void Follow() => Press("Enter", 13, "Page.loadEventFired");

    /// <summary>Writes into what has the focus.</summary>
    public void Write(string text) => Call("Input.insertText", new() { ["text"] = text });

    /// <summary>Whether scripts of pages run from now on.</summary>
    public void AllowScripts(bool isAllowed) =>
        Call("Emulation.setScriptExecutionDisabled", new() { ["value"] = !isAllowed });

    private void Press(string key, int code, string? until)
    {
        // Buttons listen to the character, which only a key that has one brings.
        var character = key switch { "Enter" => "\r", " " => " ", _ => null };
        foreach (var type in new[] { character is null ? "rawKeyDown" : "keyDown", "keyUp" })
        {
            var parameters = new JsonObject
            {
                ["type"] = type,
                ["key"] = key,
                ["code"] = key,
                ["windowsVirtualKeyCode"] = code,
            };
            if (character is not null && type == "keyDown")
            {
                parameters["text"] = character;
            }

            Call("Input.dispatchKeyEvent", parameters, type == "keyUp" ? null : until);
        }
    }

    /// <summary>Presses Tab, which has no other effect than to move the focus.</summary>
    public void Tab() => Call("Input.dispatchKeyEvent", new()
    {
        ["type"] = "rawKeyDown",
        ["key"] = "Tab",
        ["code"] = "Tab",
        ["windowsVirtualKeyCode"] = 9,
    });

    /// <summary>What a screen reader is told of: role and name of each node that is not hidden from it.</summary>
    public IReadOnlyList<(string Role, string Name)> Heard() =>
    [
        .. Call("Accessibility.getFullAXTree", [])["nodes"]!.AsArray().Where(node => !(bool)node!["ignored"]!)
            .Select(node => ((string?)node!["role"]?["value"] ?? "", (string?)node["name"]?["value"] ?? "")),
    ];

    /// <summary>Opens a file or an address in a window of that size and waits until it is laid out.</summary>
    /// <param name="file">The file or address.</param>
    /// <param name="width">Width of the window.</param>
    /// <param name="height">Its height.</param>
    /// <param name="isDark">Whether its reader wants dark colours.</param>
    /// <param name="wishes">What else he wants, as media features.</param>
    public void Open(
        string file, int width, int height, bool isDark = false, params (string Name, string Value)[] wishes)
    {
        Requests.Clear();
        Call("Emulation.setDeviceMetricsOverride", new()
        {
            ["width"] = width,
            ["height"] = height,
            ["deviceScaleFactor"] = 1,
            ["mobile"] = false,
        });
        SetMedia(isDark, wishes);
        Call("Page.navigate", new() { ["url"] = new Uri(file).AbsoluteUri }, until: "Page.loadEventFired");
    }

    /// <summary>What its reader wants from now on, also of the page that is open.</summary>
    public void SetMedia(bool isDark, params (string Name, string Value)[] wishes) =>
        Call("Emulation.setEmulatedMedia", new()
        {
            ["features"] = new JsonArray([.. wishes.Prepend(("prefers-color-scheme", isDark ? "dark" : "light"))
                .Select(wish => (JsonNode)new JsonObject { ["name"] = wish.Item1, ["value"] = wish.Item2 })]),
        });

    /// <summary>Forgets what pages and their servers have left with it.</summary>
    public void Forget()
    {
        Call("Network.clearBrowserCookies", []);
        Call("Network.clearBrowserCache", []);
    }

    /// <summary>The value of an expression in the page; what it promises is waited for.</summary>
    public JsonNode? Ask(string expression)
    {
        var answer = Call("Runtime.evaluate", new()
        {
            ["expression"] = expression,
            ["returnByValue"] = true,
            ["awaitPromise"] = true,
        });
        Assert.That(answer["exceptionDetails"], Is.Null, expression);
        return answer["result"]!["value"];
    }

    /// <summary>A picture of the page down to a height, whatever the window's.</summary>
    public void Screenshot(string file, int height) => Screenshot(file, height, []);

    /// <summary>The same, small enough to be kept.</summary>
    public void Picture(string file, int height) =>
        Screenshot(file, height, new() { ["format"] = "webp", ["quality"] = 50 });

    public byte[] Pdf() => Convert.FromBase64String((string)Call("Page.printToPDF", [])["data"]!);

    public void Dispose()
    {
        _socket.Dispose();
        if (!_process.HasExited)
        {
            _process.Kill(entireProcessTree: true);
            _process.WaitForExit();
        }

        _process.Dispose();
        _over.Dispose();
        _profile.Delete(recursive: true);
    }

    private string Address()
    {
        var found = new TaskCompletionSource<string>();
        _process.ErrorDataReceived += (_, line) =>
        {
            if (Listening().Match(line.Data ?? "") is { Success: true } match)
            {
                found.TrySetResult(match.Groups[1].Value);
            }
        };
        _process.BeginErrorReadLine();
        return found.Task.WaitAsync(Patience).GetAwaiter().GetResult();
    }

    private void Connect(Uri browser)
    {
        using var client = new HttpClient();
        using var request = new HttpRequestMessage(HttpMethod.Put, $"http://{browser.Authority}/json/new?about:blank");
        using var response = client.Send(request, _over.Token);
        var page = JsonNode.Parse(response.Content.ReadAsStream(_over.Token))!;
        _socket.ConnectAsync(new Uri((string)page["webSocketDebuggerUrl"]!), _over.Token).GetAwaiter().GetResult();
        Call("Page.enable", []);
        Call("Network.enable", []);
    }

    private void Screenshot(string file, int height, JsonObject how)
    {
        var clip = new JsonObject { ["x"] = 0, ["y"] = 0, ["scale"] = 1, ["height"] = height };
        clip["width"] = (int)Ask("innerWidth")!;
        (how["clip"], how["captureBeyondViewport"]) = (clip, true);
        File.WriteAllBytes(file, Convert.FromBase64String((string)Call("Page.captureScreenshot", how)["data"]!));
    }

    /// <summary>Sends a command; returns its answer, and with a name only once that event has come.</summary>
    private JsonObject Call(string method, JsonObject parameters, string? until = null)
    {
        var id = ++_calls;
        var text = new JsonObject { ["id"] = id, ["method"] = method, ["params"] = parameters }.ToJsonString();
        _socket.SendAsync(Encoding.UTF8.GetBytes(text), WebSocketMessageType.Text, true, _over.Token)
            .GetAwaiter().GetResult();
        JsonObject? answer = null;
        while (answer is null || until is not null)
        {
            var message = Receive();
            answer = (int?)message["id"] == id ? message : answer;
            until = (string?)message["method"] == until ? null : until;
            if ((string?)message["method"] == "Network.requestWillBeSent")
            {
                Requests.Add((string)message["params"]!["request"]!["url"]!);
            }
        }

        Assert.That(answer["error"], Is.Null, method);
        return answer["result"]!.AsObject();
    }

    private JsonObject Receive()
    {
        using var stream = new MemoryStream();
        var buffer = new byte[1 << 16];
        WebSocketReceiveResult part;
        do
        {
            part = _socket.ReceiveAsync(new ArraySegment<byte>(buffer), _over.Token).GetAwaiter().GetResult();
            stream.Write(buffer, 0, part.Count);
        }
        while (!part.EndOfMessage);
        return JsonNode.Parse(stream.ToArray())!.AsObject();
    }

    [GeneratedRegex(@"DevTools listening on (ws://\S+)")]
    private static partial Regex Listening();
}
