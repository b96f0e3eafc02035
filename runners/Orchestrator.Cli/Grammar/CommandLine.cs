using System.CommandLine;
using System.CommandLine.Help;
using System.Text.RegularExpressions;
using Orchestrator.Cli.Guide;
using Orchestrator.Cli.Output;
using Orchestrator.Ledger;
using Orchestrator.Runner.Text;

namespace Orchestrator.Cli.Grammar;

/// <summary>From arguments to an exit code: parses, refuses, helps, completes, or runs a verb.</summary>
internal static partial class CommandLine
{
    public static int Invoke(IReadOnlyList<string> arguments, Host host)
    {
        var messages = Plain(host.Error, host);
        try
        {
            var root = VerbTable.Root;
            // A name may begin with @: it is a name, not a file of further arguments.
            var parse = root.Parse(arguments, new ParserConfiguration { ResponseFileTokenReplacer = null });
            return Carry(host, root, parse, arguments);
        }
        catch (UsageException refused)
        {
            messages.Write(UsageErrors.Lines(refused.Message, refused.Hint));
            return ExitCode.Usage;
        }
        catch (LedgerException failure)
        {
            messages.Write(UsageErrors.Lines($"{failure.Code}: {failure.Message}", null));
            return LedgerFault.CodeOf(failure);
        }
        catch (UnwritableException refused)
        {
            messages.Write(UsageErrors.Lines(refused.Message, refused.Hint));
            return ExitCode.Unreachable;
        }
        catch (Exception refused) when (refused is IOException or UnauthorizedAccessException)
        {
            messages.Write(UsageErrors.Lines(refused.Message, null));
            return MachineFault.Is(refused) ? ExitCode.Unreachable : ExitCode.Usage;
        }
        catch (Exception bug) when (bug is not OutOfMemoryException)
        {
            messages.Write(CrashLog.Told(host, bug, "a mistake of its own stopped it"));
            return ExitCode.OwnBug;
        }
    }

    /// <summary>Whether the exit code tells how a run went, whoever listens.</summary>
    public static bool IsOfRun(IReadOnlyList<string> arguments) => VerbTable.Root
        .Parse(arguments, new ParserConfiguration { ResponseFileTokenReplacer = null })
        .CommandResult.Command.Name is "run" or "retry" or "demo" or "fired" or "serve";

    private static int Carry(Host host, RootCommand root, ParseResult parse, IReadOnlyList<string> arguments)
    {
        if (arguments is [var directive, ..] && Suggest().IsMatch(directive))
        {
            return Suggested(host, parse);
        }

        var command = parse.CommandResult.Command;
        if (parse.GetResult(HelpOf(root)) is not null || (arguments.Count == 0 && command == root))
        {
            Plain(host.Out, host).Write(HelpText.For(command, root));
            return ExitCode.Done;
        }

        if (parse.GetResult("--version") is not null && command == root)
        {
            Plain(host.Out, host).Write(VersionVerb.Text);
            return ExitCode.Done;
        }

        if (UsageErrors.Find(parse, root) is { } error)
        {
            Plain(host.Error, host).Write(error);
            return ExitCode.Usage;
        }

        return command is Verb verb ? Run(host, root, parse, verb) : ExitCode.Usage;
    }

    private static int Suggested(Host host, ParseResult parse)
    {
        try
        {
            return parse.Invoke(new InvocationConfiguration
            {
                Output = host.Out,
                Error = host.Error,
                EnableDefaultExceptionHandler = false,
            });
        }
        catch (InvalidOperationException)
        {
            // The parser gives up where the cursor stands before an option that has its value: there is no suggestion.
            return ExitCode.Done;
        }
    }

    private static int Run(Host host, RootCommand root, ParseResult parse, Verb verb)
    {
        var call = new Call(host, parse, verb);
        foreach (var warning in EnvironmentTwins.Unknown(host.Variables.Keys, root))
        {
            call.Warn(warning);
        }

        try
        {
            return call.Exit(verb.Run(call));
        }
        catch (UsageException refused)
        {
            call.Messages.Write(UsageErrors.Lines(refused.Message, NextCommands.InHint(call, refused.Hint)));
            return ExitCode.Usage;
        }
    }

    private static Printer Plain(TextWriter writer, Host host) =>
        new(writer, colour: false, new OutsideText(host.Secrets));

    [GeneratedRegex(@"^\[suggest(:\d{1,9})?\]$")]
    private static partial Regex Suggest();

    private static HelpOption HelpOf(RootCommand root) => root.Options.OfType<HelpOption>().Single();
}
