using System.CommandLine;
using System.CommandLine.Completions;

namespace Orchestrator.Cli.Grammar;

/// <summary>The options of every verb.</summary>
internal static class CommonOptions
{
    public static Option<string> Solution { get; } = Text("--solution", "DIR", "Folder of the solution", "-C");

    public static Option<string> Environment { get; } = Text("--environment", "NAME", "Environment to lay over it");

    public static Option<string> Ledger { get; } =
        Text("--ledger", "NAME|FILE",
            "Ledger, by its connection or file [default: as solution.yaml says, else .orchestrator/ledger.db]");

    public static Option<string> Output { get; } = Text("--output", "FORMAT", "How results are written", "-o");

    public static Option<bool> Quiet { get; } = Flag("--quiet", "No progress and no messages but errors", "-q");

    public static Option<bool> Verbose { get; } = Flag("--verbose", "More messages", "-v");

    public static Option<bool> NoColor { get; } = Flag("--no-color", "No colours (as does NO_COLOR)");

    public static Option<bool> WarnError { get; } = Flag("--warn-error", "Warnings make the exit code 1");

    public static IReadOnlyList<Option> All { get; } =
        [Solution, Environment, Ledger, Output, Quiet, Verbose, NoColor, WarnError];

    public static void AddTo(Command root)
    {
        foreach (var option in All)
        {
            option.Recursive = true;
            root.Add(option);
        }

        Output.CompletionSources.Add(context =>
            context.ParseResult.CommandResult.Command is Verb verb ? verb.Outputs.Select(Item) : []);
        Environment.CompletionSources.Add(context => Grammar.Completions.Environments(context).Select(Item));
    }

    private static CompletionItem Item(string text) => new(text);

    public static Option<string> Text(string name, string helpName, string description, params string[] aliases) =>
        new(name, aliases) { HelpName = helpName, Description = description, Arity = ArgumentArity.ExactlyOne };

    public static Option<string[]> Texts(string name, string helpName, string description, params string[] aliases) =>
        new(name, aliases)
        {
            HelpName = helpName,
            Description = description,
            Arity = ArgumentArity.OneOrMore,
            AllowMultipleArgumentsPerToken = false,
        };

    public static Option<bool> Flag(string name, string description, params string[] aliases) =>
        new(name, aliases) { Description = description, Arity = ArgumentArity.Zero };
}
