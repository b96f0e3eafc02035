using Orchestrator.Runner.Text;

namespace Orchestrator.Cli;

/// <summary>All that the command sees of the world around it, so that tests can be that world.</summary>
internal sealed record Host
{
    /// <summary>Where results go.</summary>
    public required TextWriter Out { get; init; }

    /// <summary>Where progress and messages go.</summary>
    public required TextWriter Error { get; init; }

    /// <summary>Where answers come from.</summary>
    public TextReader In { get; init; } = TextReader.Null;

    /// <summary>What is piped in, as it is.</summary>
    public Func<Stream> Input { get; init; } = () => Stream.Null;

    /// <summary>Whether a person can be asked.</summary>
    public bool InIsTerminal { get; init; }

    /// <summary>Whether results are read by a person.</summary>
    public bool OutIsTerminal { get; init; }

    /// <summary>Whether messages are read by a person.</summary>
    public bool ErrorIsTerminal { get; init; }

    /// <summary>Columns of the terminal.</summary>
    public int Width { get; init; } = 80;

    /// <summary>Rows of the terminal.</summary>
    public int Height { get; init; } = 24;

    /// <summary>The current folder.</summary>
    public required string Folder { get; init; }

    public required IReadOnlyDictionary<string, string> Variables { get; init; }

    /// <summary>The secrets that this process has met; nothing that is printed shows them.</summary>
    public Secrets Secrets { get; init; } = new();

    public TimeProvider Time { get; init; } = TimeProvider.System;

    /// <summary>How this command is started again: what stands before the verb in a line to paste.</summary>
    public string Command { get; init; } = "orchestrator";

    /// <summary>Fires when somebody asks the command to stop; verbs that wait look at it.</summary>
    public CancellationToken Stop { get; init; }

    /// <summary>Waits that long by the clock; true = somebody asked the command to stop.</summary>
    public bool Pause(TimeSpan time)
    {
        using var over = new ManualResetEventSlim();
        using var timer = Time.CreateTimer(_ => over.Set(), null, time, Timeout.InfiniteTimeSpan);
        return WaitHandle.WaitAny([Stop.WaitHandle, over.WaitHandle]) == 0;
    }

    /// <summary>The variable of that name; null where it is unset or empty.</summary>
    public string? Variable(string name) =>
        Variables.TryGetValue(name, out var value) && value.Length > 0 ? value : null;
}
