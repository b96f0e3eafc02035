using System.CommandLine;
using System.CommandLine.Parsing;
using Orchestrator.Cli.Output;

namespace Orchestrator.Cli.Grammar;

/// <summary>Turns what the parser refuses, and what it should have refused, into at most three lines.</summary>
internal static class UsageErrors
{
    private const int TextMax = 600;

    public static IReadOnlyList<Line>? Find(ParseResult parse, RootCommand root)
    {
        var command = parse.CommandResult.Command;
        var name = command == root ? HelpText.Name : $"{HelpText.Name} {command.Name}";
        var message = Dashed(parse) is { } dashed ? Unknown(dashed, command, root)
            : parse.UnmatchedTokens is [var first, ..] ? Unknown(first, command, root)
            : command == root ? "expected a verb"
            : parse.Errors is [var error, ..] ? Plain(error, parse) : null;
        return message is null
            ? null
            : [$"{name}: {Short(message)}", $"usage: {HelpText.Usage(command, root)}", $"see:   {name} --help"];
    }

    public static IEnumerable<Line> Lines(string message, string? hint) =>
        hint is null ? [$"orchestrator: {Short(message)}"] : [$"orchestrator: {Short(message)}", Short(hint)];

    /// <summary>What was typed may be a whole file by accident: the message stays one that can be read.</summary>
    private static string Short(string text) =>
        text.Length <= TextMax ? text : $"{text[..(TextMax / 2)]} … {text[^(TextMax / 2)..]}";

    /// <summary>A misspelt option that the parser took for a name or a value.</summary>
    private static string? Dashed(ParseResult parse) => Values(parse.RootCommandResult)
        .Concat(parse.CommandResult.Parent is null ? [] : Values(parse.CommandResult))
        .Where(value => value.Length > 1 && value[0] == '-' && !int.TryParse(value, out _)).FirstOrDefault();

    private static IEnumerable<string> Values(CommandResult command) => command.Children
        .Where(child => child is ArgumentResult or OptionResult)
        .SelectMany(child => child.Tokens.Where(token => token.Type == TokenType.Argument))
        .Select(token => token.Value);

    private static string Unknown(string token, Command command, RootCommand root)
    {
        var isOption = token.StartsWith('-');
        var isVerb = !isOption && command == root;
        var candidates = isVerb ? root.Subcommands.Select(verb => verb.Name)
            : isOption ? command.Options.Concat(root.Options.Where(each => each.Recursive)).SelectMany(Spellings)
            : [];
        var word = token.Split('=')[0];
        var near = NearName.To(word, candidates);
        var what = isOption ? "unknown option" : isVerb ? "unknown verb" : "one argument too many:";
        return $"{what} '{token}'" + (near is null ? "" : $"; did you mean '{near}'?");
    }

    private static IEnumerable<string> Spellings(Option option) => option.Aliases.Prepend(option.Name)
        .Where(each => each.StartsWith("--", StringComparison.Ordinal));

    private static string Plain(ParseError error, ParseResult parse) => error.SymbolResult switch
    {
        OptionResult option when option.Tokens.Count == 0 => $"{option.Option.Name} needs a value",
        OptionResult option =>
            $"{option.Option.Name} takes one value, and stands here {option.IdentifierTokenCount} times",
        ArgumentResult argument => $"expected {argument.Argument.Name}",
        _ => parse.CommandResult.Command.Arguments.FirstOrDefault(each => each.Arity.MinimumNumberOfValues > 0)
            is { } missing ? $"expected {missing.Name}" : error.Message,
    };
}
