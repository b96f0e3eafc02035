using System.CommandLine;
using Orchestrator.Cli.Grammar;
using Orchestrator.Cli.Output;

namespace Orchestrator.Cli.Guide;

/// <summary>`help [TOPIC]`: a page of the guide, or what pages there are.</summary>
internal static class HelpVerb
{
    private static readonly Argument<string?> Topic = Verb.Optional("TOPIC", "A page of the guide, a verb, or a code");

    public static Verb Create(RootCommand root)
    {
        Topic.CompletionSources.Clear();
        Topic.CompletionSources.Add([.. GuidePages.Topics]);
        return new Verb("help", "Show a page of the guide, or list its pages", call => Run(call, root))
        {
            Takes = [Topic],
            Examples = ["help", "help quick-start", "help exit-codes"],
        };
    }

    private static int Run(Call call, RootCommand root)
    {
        var topic = call.Argument(Topic)?.ToLowerInvariant();
        var usage = root.Subcommands.FirstOrDefault(verb => verb.Name == topic) is { } command
            ? HelpText.For(command, root).ToArray() : null;
        var page = topic is not null && GuidePages.Topics.Contains(topic) ? GuidePages.Topic(topic) : null;
        if (page is null && topic?.ToUpperInvariant() is { } code && GuidePages.Codes.Contains(code))
        {
            page = GuidePages.Code(code);
        }

        if (topic is not null && usage is null && page is null)
        {
            var near = NearName.To(topic, GuidePages.Topics.Concat(root.Subcommands.Select(verb => verb.Name)));
            throw new UsageException(
                $"the guide has no page '{topic}'" + (near is null ? "" : $"; did you mean '{near}'?"),
                $"its pages: {string.Join(", ", GuidePages.Topics)}");
        }

        Write(call, topic, usage, page);
        return ExitCode.Done;
    }

    // Several verbs have a page of their name: first how it is called, then what there is to know.
    private static void Write(Call call, string? topic, Line[]? usage, string? page) => call.Write(
        () => new
        {
            schema_version = Json.SchemaVersion,
            topics = GuidePages.Topics,
            topic,
            usage = usage is null ? null : string.Join('\n', usage.AsEnumerable()),
            text = page,
        },
        () => topic is null ? Topics() : Page(usage, page));

    private static IEnumerable<Line> Topics() =>
    [
        "The guide; `orchestrator help TOPIC` shows a page:",
        .. GuidePages.Topics.Select(each => (Line)$"  {each,-18} {GuidePages.Title(GuidePages.Topic(each))}"),
    ];

    private static IEnumerable<Line> Page(Line[]? usage, string? page) =>
    [
        .. usage ?? [],
        .. usage is null || page is null ? Array.Empty<Line>() : [""],
        .. page?.TrimEnd('\n').Split('\n').Select(MarkdownLine) ?? [],
    ];

    internal static Line MarkdownLine(string text) => new(text, text.StartsWith('#') ? Ink.Strong : Ink.Plain);
}
