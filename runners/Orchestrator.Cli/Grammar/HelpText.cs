using System.CommandLine;
using Orchestrator.Cli.Output;

namespace Orchestrator.Cli.Grammar;

/// <summary>The text of `--help`: 80 columns, the same in a terminal and in a pipe.</summary>
internal static class HelpText
{
    /// <summary>What people type, whatever the executable is called.</summary>
    public const string Name = "orchestrator";

    private const int Columns = 80;
    private const int TextAt = 28;

    public static IEnumerable<Line> For(Command command, RootCommand root) =>
        command is Verb verb ? OfVerb(verb, root) : OfRoot(root);

    public static string Usage(Command command, RootCommand root) => command == root
        ? $"{Name} VERB [arguments] [options]"
        : string.Join(' ', new[] { Name, command.Name }
            .Concat(command.Arguments.Select(each => each.Arity.MinimumNumberOfValues > 0
                ? each.Name : $"[{each.Name}]")).Append("[options]"));

    private static IEnumerable<Line> OfRoot(RootCommand root)
    {
        foreach (var line in Wrapped(root.Description!, Columns))
        {
            yield return line;
        }

        yield return "";
        yield return $"usage: {Usage(root, root)}";
        foreach (var (title, names) in VerbTable.Groups)
        {
            yield return "";
            yield return title;
            foreach (var line in names.Select(name => root.Subcommands.OfType<Verb>().Single(verb => verb.Name == name))
                .SelectMany(verb => Row(string.Join(' ', [verb.Name, .. Signature(verb)]), verb.Description!)))
            {
                yield return line;
            }
        }

        foreach (var line in CommonSection("options of every verb").Concat(Ending()))
        {
            yield return line;
        }
    }

    private static IEnumerable<Line> OfVerb(Verb verb, RootCommand root)
    {
        foreach (var line in Wrapped(verb.Description!, Columns))
        {
            yield return line;
        }

        yield return "";
        yield return $"usage: {Usage(verb, root)}";
        var rows = verb.Arguments.SelectMany(each => Row(each.Name, each.Description!))
            .Concat(verb.Options.Where(each => !CommonOptions.All.Contains(each)).SelectMany(OptionRow)).ToArray();
        foreach (var line in rows.Length == 0 ? [] : rows.Prepend("").Concat(
            Row("-o, --output FORMAT", $"{string.Join(", ", verb.Outputs)} [default: {verb.Outputs[0]}]")))
        {
            yield return line;
        }

        var titled = verb.Examples.Count == 0 ? Array.Empty<Line>() : ["", "examples"];
        foreach (var line in titled.Concat(verb.Examples.Select(each => (Line)$"  {Name} {each}"))
            .Concat(CommonSection("options of every verb")))
        {
            yield return line;
        }
    }

    private static IEnumerable<Line> CommonSection(string title) =>
        new Line[] { "", title }.Concat(CommonOptions.All.SelectMany(OptionRow)).Concat(Row("-h, --help", "This text"));

    private static IEnumerable<Line> Ending() =>
        ["", $"`{Name} VERB --help` shows a verb, `{Name} help` lists the guide,",
            $"`{Name} help exit-codes` says what a call ends with,",
            $"`{Name} demo` shows all of it at work."];

    private static IEnumerable<string> Signature(Verb verb) => verb.Arguments
        .Select(each => each.Arity.MinimumNumberOfValues > 0 ? each.Name : $"[{each.Name}]");

    private static IEnumerable<Line> OptionRow(Option option)
    {
        var shorts = option.Aliases.Where(alias => alias.Length == 2).Select(alias => alias + ", ");
        var name = $"{string.Concat(shorts)}{option.Name}{(option.HelpName is null ? "" : " " + option.HelpName)}";
        return Row(name, option.Description!);
    }

    private static IEnumerable<Line> Row(string name, string text)
    {
        var lines = Wrapped(text, Columns - TextAt).ToArray();
        var left = "  " + name;
        if (left.Length >= TextAt)
        {
            yield return left;
            left = "";
        }

        foreach (var line in lines)
        {
            yield return left.PadRight(TextAt) + line;
            left = "";
        }
    }

    private static IEnumerable<Line> Wrapped(string text, int width)
    {
        var line = "";
        foreach (var word in text.Split(' '))
        {
            if (line.Length > 0 && line.Length + 1 + word.Length > width)
            {
                yield return line;
                line = "";
            }

            line = line.Length == 0 ? word : $"{line} {word}";
        }

        yield return line;
    }
}
