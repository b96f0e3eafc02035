using System.CommandLine;
using System.Globalization;
using Orchestrator.Cli.Output;
using Orchestrator.Ledger;
using Orchestrator.Runner.Text;

namespace Orchestrator.Cli.Grammar;

/// <summary>One call of the command: what was asked, with each option's value and where it comes from.</summary>
internal sealed class Call
{
    private static readonly TimeSpan DurationMax = TimeSpan.FromHours(24);

    private readonly ParseResult _parse;
    private string? _folder;

    public Call(Host host, ParseResult parse, Verb verb)
    {
        (Host, _parse, Verb) = (host, parse, verb);
        var colour = !Flag(CommonOptions.NoColor).Value && host.Variable("NO_COLOR") is null
            && host.Variable("TERM") != "dumb";
        (ColourOut, ColourError) = (colour && host.OutIsTerminal, colour && host.ErrorIsTerminal);
        Results = new Printer(host.Out, ColourOut, new OutsideText(host.Secrets));
        Messages = new Printer(host.Error, ColourError, new OutsideText(host.Secrets));
        Output = Format();
    }

    public Host Host { get; private set; }

    public Verb Verb { get; }

    /// <summary>One of the verb's formats.</summary>
    public string Output { get; }

    public bool IsJson => Output == "json";

    public bool ColourOut { get; }

    public bool ColourError { get; }

    /// <summary>Results, on stdout.</summary>
    public Printer Results { get; }

    /// <summary>Messages, on stderr.</summary>
    public Printer Messages { get; }

    public bool IsQuiet => Flag(CommonOptions.Quiet).Value;

    public bool IsVerbose => Flag(CommonOptions.Verbose).Value;

    /// <summary>Whether a warning was said that `--warn-error` counts.</summary>
    public bool Warned { get; private set; }

    /// <summary>Full path of the solution's folder.</summary>
    public string SolutionFolder => _folder ?? NamedSolution ?? Host.Folder;

    /// <summary>Full path of the solution's folder as it was asked for; null = it was not.</summary>
    public string? NamedSolution => Place(Text(CommonOptions.Solution));

    public string? EnvironmentName => Text(CommonOptions.Environment).Value;

    /// <summary>The ledger that was asked for, a connection or a file; null = the solution's own.</summary>
    public string? LedgerName => Text(CommonOptions.Ledger).Value;

    /// <summary>Full path of the ledger that was asked for, where it is a file; null = the solution's own.</summary>
    public string? LedgerPath => Place(Text(CommonOptions.Ledger));

    /// <summary>Where the ledger is, once somebody has looked for it.</summary>
    public LedgerLocation? Ledger { get; set; }

    /// <summary>The same call for the solution in another folder.</summary>
    public Call In(string folder) => new(Host, _parse, Verb) { _folder = folder };

    /// <summary>From now on that asks the call to stop.</summary>
    public void StopBy(CancellationToken stop) => Host = Host with { Stop = stop };

    public string? Argument(Argument<string?> argument) => _parse.GetValue(argument);

    /// <summary>Full path of the folder that was named; null = none was.</summary>
    public string? Folder(Argument<string?> argument) => Place(new(Argument(argument), argument.Name));

    /// <summary>Full path of what the option names; null = it does not.</summary>
    public string? FullPath(Option<string> option) => Place(Text(option));

    public IReadOnlyList<string> Arguments(Argument<string[]> argument) => _parse.GetValue(argument) ?? [];

    public string RequiredArgument(Argument<string> argument) => _parse.GetRequiredValue(argument);

    /// <summary>Whether the call itself names the option, and no environment variable.</summary>
    public bool IsGiven(Option option) => _parse.GetResult(option) is { Implicit: false };

    public IReadOnlyList<string> Texts(Option<string[]> option) => _parse.GetValue(option) ?? [];

    public Resolved<string?> Text(Option<string> option)
    {
        if (_parse.GetResult(option) is { Implicit: false })
        {
            return new Resolved<string?>(_parse.GetValue(option), option.Name);
        }

        var twin = EnvironmentTwins.Of(option);
        return twin is not null && Host.Variable(twin) is { } value
            ? new Resolved<string?>(value, twin)
            : new Resolved<string?>(null, "default");
    }

    public Resolved<bool> Flag(Option<bool> option)
    {
        if (_parse.GetResult(option) is { Implicit: false })
        {
            return new Resolved<bool>(true, option.Name);
        }

        var twin = EnvironmentTwins.Of(option);
        return twin is null || Host.Variable(twin) is not { } value
            ? new Resolved<bool>(false, "default")
            : value.ToLowerInvariant() switch
            {
                "1" or "true" or "yes" => new Resolved<bool>(true, twin),
                "0" or "false" or "no" => new Resolved<bool>(false, twin),
                _ => throw new UsageException($"expected {twin} to be true or false, got: '{value}'"),
            };
    }

    /// <summary>−1, or 1 and more.</summary>
    public Resolved<int?> Concurrency(Option<string> option)
    {
        var (text, from) = Text(option);
        return text is null ? new Resolved<int?>(null, from)
            : int.TryParse(text, NumberStyles.AllowLeadingSign, null, out var number) && number is -1 or > 0
                ? new Resolved<int?>(number, from)
                : throw new UsageException(
                    $"expected {from} to be -1 (processors + 2) or a whole number of 1 or more, got: '{text}'");
    }

    /// <summary>"90s", "5m", "1h", "500ms", or a bare number of seconds; a day at most.</summary>
    public Resolved<TimeSpan?> Duration(Option<string> option)
    {
        var (text, from) = Text(option);
        if (text is null)
        {
            return new Resolved<TimeSpan?>(null, from);
        }

        var digits = text.TakeWhile(char.IsAsciiDigit).Count();
        TimeSpan? unit = text[digits..] switch
        {
            "ms" => TimeSpan.FromMilliseconds(1),
            "" or "s" => TimeSpan.FromSeconds(1),
            "m" => TimeSpan.FromMinutes(1),
            "h" => TimeSpan.FromHours(1),
            _ => null,
        };
        if (unit is null || digits is 0 or > 8)
        {
            throw new UsageException($"expected {from} to be a duration like 90s, 5m or 1h, got: '{text}'");
        }

        // What a timer cannot hold would stop the run in the moment in which somebody asks it to end.
        var time = unit.Value * int.Parse(text[..digits]);
        return time <= DurationMax ? new Resolved<TimeSpan?>(time, from)
            : throw new UsageException($"expected {from} to be at most 24h, got: '{text}'");
    }

    /// <summary>Says a warning on stderr, also when quiet: a warning can decide the exit code.</summary>
    public void Warn(string text)
    {
        Warned = true;
        Messages.Write(new Line("warning: ", Ink.Warn).Add(text));
    }

    /// <summary>Takes note of warnings that a screen of its own shows.</summary>
    public void NoteWarnings(bool areThere) => Warned |= areThere;

    /// <summary>Says something on stderr, unless quiet.</summary>
    public void Say(Line line)
    {
        if (!IsQuiet)
        {
            Messages.Write(line);
        }
    }

    /// <summary>Writes the result: as a document where JSON was asked for, else as lines.</summary>
    public void Write(Func<object> document, Func<IEnumerable<Line>> lines)
    {
        if (IsJson)
        {
            Host.Out.WriteLine(Json.Document(document()));
        }
        else
        {
            Results.Write(lines());
        }
    }

    /// <summary>The exit code, with `--warn-error` taken into account.</summary>
    public int Exit(int code) =>
        code == ExitCode.Done && Warned && Flag(CommonOptions.WarnError).Value ? ExitCode.Failed : code;

    // Nothing between quotes is most often a variable that is not set: the current folder is not what was meant.
    private string? Place(Resolved<string?> named) => named.Value is not { } path ? null
        : !string.IsNullOrWhiteSpace(path) ? Path.GetFullPath(path, Host.Folder)
        : throw new UsageException($"expected {named.From} to be a path, got: '{path}'", "the current folder is '.'");

    private string Format()
    {
        var (text, from) = Text(CommonOptions.Output);
        if (text is null || text == "text")
        {
            return Verb.Outputs[0];
        }

        // One variable serves all verbs, so a format that only some know falls back instead of refusing.
        return Verb.Outputs.Contains(text) ? text
            : from != CommonOptions.Output.Name
                && VerbTable.Root.Subcommands.OfType<Verb>().Any(verb => verb.Outputs.Contains(text)) ? Verb.Outputs[0]
            : throw new UsageException(
                $"expected {from} to be one of {string.Join(", ", Verb.Outputs)}, got: '{text}'");
    }
}
