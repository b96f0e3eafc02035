using System.CommandLine;
using Orchestrator.Cli.Grammar;
using Orchestrator.Cli.Ledger;
using Orchestrator.Cli.Output;
using Orchestrator.Cli.Solutions;
using Orchestrator.Core.Types;
using Orchestrator.Ledger;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Cli.Status;

/// <summary>`watermarks list|set|reset`: up to where packages have been loaded; list from the ledger alone.</summary>
internal static class WatermarksVerb
{
    private static readonly Argument<string> Action = Verb.Required(
        "ACTION", "list: each value, or the history of one; set: what lies behind VALUE is loaded next; reset: all is "
            + "loaded next");

    private static readonly Argument<string?> Node =
        Verb.Optional("NODE", "A package, project/object; list shows its history");

    private static readonly Argument<string?> Value = Verb.Optional("VALUE", "set: the value, of the watermark's type");

    private static readonly Option<string> Reason =
        CommonOptions.Text("--reason", "TEXT", "Why; kept in the history");

    public static Verb Create()
    {
        Action.CompletionSources.Add("list", "set", "reset");
        Node.CompletionSources.Add(Completions.Nodes);
        return new Verb("watermarks", "Show or change up to where packages have been loaded", Run)
        {
            Takes = [Action, Node, Value, Reason, Consent.Yes, Consent.DryRun],
            Look = "watermarks list",
            Examples =
            [
                "watermarks list", "watermarks list Staging/sale",
                "watermarks set Staging/sale 2026-01-31 --reason restored",
                "watermarks reset Staging/sale --reason \"load it anew\"",
            ],
        };
    }

    private static int Run(Call call) => call.RequiredArgument(Action) switch
    {
        "list" when call.Argument(Value) is null => List(call),
        "set" when call.Argument(Node) is not null && call.Argument(Value) is not null => Change(call),
        "reset" when call.Argument(Node) is not null && call.Argument(Value) is null => Change(call),
        "list" or "set" or "reset" => throw new UsageException(
            "expected `watermarks list [NODE]`, `watermarks set NODE VALUE` or `watermarks reset NODE`"),
        var other => throw new UsageException(
            $"expected list, set or reset, got: '{other}'",
            NearName.Hint(other, ["list", "set", "reset"])),
    };

    private static int List(Call call)
    {
        Consent.RefuseIdle(
            call, "watermarks list", "changes nothing anyway", Reason, Consent.Yes, Consent.DryRun);
        using var reader = CallLedger.Open(call);
        var all = reader?.Watermarks(call.EnvironmentName) ?? [];
        var name = call.Argument(Node);
        var shown = name is null
            ? all.DistinctBy(one => (one.Environment, one.Node, one.Watermark)).ToList()
            : [.. all.Where(one => one.Node == name || one.Node.EndsWith("/" + name, StringComparison.Ordinal))];
        if (shown.Count == 0)
        {
            if (name is not null && CallSolution.Load(call).Solution is { } solution)
            {
                _ = PackageNames.Full(name, PackageNames.Of(solution));
            }

            call.Say(name is null ? "no watermark is in the ledger yet" : $"no watermark of '{name}' is in the ledger");
        }

        call.Write(() => WatermarkScreen.Document(shown), () => WatermarkScreen.Lines(shown));
        return ExitCode.Done;
    }

    private static int Change(Call call)
    {
        if (CallSolution.Solution(call) is not { } solution)
        {
            return ExitCode.Usage;
        }

        var one = Found(solution, call.Argument(Node)!);
        var value = Parsed(one.Watermark!, call.Argument(Value));
        var location = CallLedger.Location(call);
        if (solution.Batches.Any(batch => RunLock.IsHeld(location, batch.Name, solution.Environment)))
        {
            call.Messages.Write(new Line("refused", Ink.Bad).Add(": a run is at work, which may move it"));
            call.Messages.Write($"see:  {NextCommands.Line(call, "status")}");
            return ExitCode.HeldByAnother;
        }

        if (call.Text(Reason).Value is not { } reason || string.IsNullOrWhiteSpace(reason))
        {
            throw new UsageException("a watermark is changed for a reason", "add --reason TEXT");
        }

        Write(call, solution, one, value, reason);
        return ExitCode.Done;
    }

    private static void Write(
        Call call, Solution solution, ObjectDefinition one, TypedValue? value, string reason)
    {
        var node = one.FullName;
        var location = CallLedger.Location(call);
        using var reader = LedgerReader.Open(location, call.Host.Time);
        reader?.RefuseOtherSolutions(solution.Environment, solution.Name);
        var before = reader?.Watermarks(solution.Environment, node).FirstOrDefault(
            each => each.Watermark == one.Watermark!.Name)?.Value;
        var what = $"the watermark {one.Watermark!.Name} of {node} from {before ?? "nothing"} to "
            + (value?.Text ?? "nothing") + Doubled(one, value, before);
        var record = new WatermarkRecord
        {
            Environment = solution.Environment,
            Node = node,
            Watermark = one.Watermark.Name,
            DataType = (value?.Type ?? one.Watermark.DataType).ToString(),
            Value = value?.Text,
            Why = reason,
            Who = RunOrigin.OfThisProcess().User,
            At = call.Host.Time.GetUtcNow(),
        };
        var isDone = Consent.Given(call, solution, what);
        if (isDone)
        {
            WatermarkWriter.Write(location, call.Host.Time, [record]);
            call.Say(what);
        }

        call.Write(() => WatermarkScreen.Changed(record, before, isDone), () => []);
    }

    private static string Doubled(ObjectDefinition one, TypedValue? value, string? stands) =>
        one.Load.Pattern.Value == LoadPattern.Append && stands is not null && !(value is not null
            && TypedValue.TryWiden(value.Type, stands, out var known, out _) && value.CompareTo(known!) >= 0)
            ? "; Append adds the rows behind it once more, beside those that are there" : "";

    private static ObjectDefinition Found(Solution solution, string name)
    {
        var objects = solution.Projects.SelectMany(project => project.Objects).ToList();
        ObjectDefinition[] turns = [.. objects.Where(one => IsTurnOf(one, name))
            .Select(one => one with { Name = name[(name.IndexOf('/', StringComparison.Ordinal) + 1)..] })];
        var found = objects.Where(one => one.FullName == name || one.Name == name).Concat(turns).ToList();
        var marked = objects.Where(one => one.Watermark is not null)
            .Select(one => one.FullName).ToArray();
        return found switch
        {
            [] => throw new UsageException($"there is no package '{name}'",
                NearName.Hint(name, marked)),
            [{ Watermark: not null, InTurn: not null } one] when turns.Length == 0 => throw new UsageException(
                $"'{name}' stands in the turns of a loop, each of which has a watermark of its own",
                $"name one of them, as `watermarks list` shows it: {one.FullName}[KEY]"),
            [{ Watermark: not null } one] => one,
            [_] => throw new UsageException($"the package '{name}' has no watermark", marked.Length == 0
                ? "no package has one" : $"these have: {string.Join(", ", marked.Take(8))}"),
            _ => throw new UsageException($"'{name}' is the name of {found.Count} packages: give one in full"),
        };
    }

    // Which turns there are only runs know.
    private static bool IsTurnOf(ObjectDefinition one, string name)
    {
        var before = one.Name.EndsWith(']') ? $"{one.Name[..^1]}," : $"{one.Name}[";
        return one.InTurn is not null && name.EndsWith(']')
            && (name.StartsWith(before, StringComparison.Ordinal)
                || name.StartsWith($"{one.Project}/{before}", StringComparison.Ordinal));
    }

    private static TypedValue? Parsed(Watermark watermark, string? text) => text is null ? null
        : TypedValue.TryParse(watermark.DataType, text, out var value, out var problem) ? value
        // A load keeps the digits of the column, so that this takes what it shows.
        : !watermark.DataType.IsInteger && TypedValue.TryWiden(watermark.DataType, text, out value, out _) ? value
        : throw new UsageException(
            $"expected VALUE to be {watermark.DataType}, the type of {watermark.Name}, got: '{text}'", problem);
}
