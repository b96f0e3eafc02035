using Orchestrator.Cli.Output;
using Orchestrator.Runner;

namespace Orchestrator.Cli.Run;

/// <summary>One failure as one block.</summary>
internal static class FailureScreen
{
    public static IEnumerable<Line> Lines(FailureBlock failure, string command)
    {
        yield return new Line("failed ", Ink.Bad).Add(failure.Package, Ink.Strong)
            .Add($"  {failure.Error.Code} {failure.Error.Class}, attempt {failure.Attempt} of {failure.AttemptsMax}");
        foreach (var line in QuotedText.Lines(failure.Error.Message))
        {
            yield return $"  {line}";
        }

        yield return "  " + string.Join(", ", Places(failure));
        yield return $"  rows so far: {Words.Number(failure.RowsRead)} read, "
            + $"{Words.Number(failure.RowsWritten)} written";
        yield return $"  next: {command}";
    }

    private static IEnumerable<string> Places(FailureBlock failure)
    {
        yield return $"phase {failure.Error.Phase}";
        if (failure.Error.Connection.Length > 0)
        {
            yield return $"connection {failure.Error.Connection}";
        }

        if (failure.Error.Script.Length > 0)
        {
            yield return failure.Error.Line > 0 ? $"{failure.Error.Script}:{failure.Error.Line}" : failure.Error.Script;
        }

        if (failure.Error.ServerCode.Length > 0)
        {
            yield return $"server code {failure.Error.ServerCode}";
        }
    }
}
