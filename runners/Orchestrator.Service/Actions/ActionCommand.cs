using System.Globalization;
using Orchestrator.Metadata.Selection;

namespace Orchestrator.Service.Actions;

/// <summary>What would be typed for an action: a verb with its arguments. Pure, so that it tells actions apart.
/// </summary>
internal static class ActionCommand
{
    /// <summary>What stands for a reason that is not there yet.</summary>
    private const string SomeReason = "…";

    public static string Of(AskedAction asked) => string.Join(' ', Words(asked).Where(word => word.Length > 0));

    /// <summary>The same on a page on which the reason is yet to be filled in.</summary>
    public static string ToFillIn(AskedAction asked) => Of(
        asked.Reason.Length > 0 || !Demands.NeedsReason(asked.Kind) ? asked : asked with { Reason = SomeReason });

    /// <summary>What it is done to, for the audit log.</summary>
    public static string Object(AskedAction asked) =>
        string.Join(' ', ObjectWords(asked).Where(word => word.Length > 0));

    private static IEnumerable<string> Words(AskedAction asked) => asked.Kind switch
    {
        ActionKind.Run => ["run", ShellWord.Quoted(asked.Batch)],
        ActionKind.Retry => ["retry", Number(asked.Run)],
        ActionKind.Approve => ["approve", asked.Hash],
        ActionKind.RunNow or ActionKind.Resume => ["schedules", ActionKinds.Word(asked.Kind), Part(asked)],
        ActionKind.Pause => ["schedules", "pause", Part(asked), Reason(asked)],
        _ =>
        [
            ActionKinds.Word(asked.Kind), asked.Node.Length == 0 ? "" : ShellWord.Quoted(asked.Node),
            $"--run {Number(asked.Run)}", Reason(asked),
            asked.Kind == ActionKind.Skip && asked.As.Length > 0 ? $"--as {ShellWord.Quoted(asked.As)}" : "",
        ],
    };

    private static IEnumerable<string> ObjectWords(AskedAction asked) =>
        asked.Kind == ActionKind.Approve ? [asked.Hash]
        : asked.Run is not null ? [asked.Node, $"run {Number(asked.Run)}"]
        : asked.Batch.Length == 0 ? ["everything"]
        : [asked.Trigger.Length == 0 ? asked.Batch : $"{asked.Batch}/{asked.Trigger}"];

    private static string Part(AskedAction asked) => asked.Batch.Length == 0 ? ""
        : ShellWord.Quoted(asked.Trigger.Length == 0 ? asked.Batch : $"{asked.Batch}/{asked.Trigger}");

    private static string Reason(AskedAction asked) =>
        asked.Reason.Length == 0 ? "" : $"--reason {ShellWord.Quoted(asked.Reason)}";

    private static string Number(long? run) => run?.ToString(CultureInfo.InvariantCulture) ?? "";
}
