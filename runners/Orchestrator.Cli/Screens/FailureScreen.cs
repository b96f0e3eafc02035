using Orchestrator.Cli.Output;
using Orchestrator.Runner;

namespace Orchestrator.Cli.Screens;

/// <summary>One failure as one block.</summary>
internal static class FailureScreen
{
    public static IEnumerable<Line> Lines(FailureBlock failure, string command)
    {
        yield return new Line("failed ", Ink.Bad).Add(failure.Package, Ink.Strong)
            .Add($"  {failure.Code} {failure.Class}, attempt {failure.Attempt} of {failure.AttemptsMax}");
        foreach (var line in failure.Message.Split('\n'))
        {
            yield return $"  {line.TrimEnd('\r')}";
        }

        yield return "  " + string.Join(", ", Places(failure));
        yield return $"  rows so far: {Words.Number(failure.RowsRead)} read, {Words.Number(failure.RowsWritten)} written";
        yield return $"  next: {command}";
    }

    private static IEnumerable<string> Places(FailureBlock failure)
    {
        yield return $"phase {failure.Phase}";
        if (failure.Connection.Length > 0)
        {
            yield return $"connection {failure.Connection}";
        }

        if (failure.Script.Length > 0)
        {
            yield return failure.Line > 0 ? $"{failure.Script}:{failure.Line}" : failure.Script;
        }

        if (failure.ServerCode.Length > 0)
        {
            yield return $"server code {failure.ServerCode}";
        }
    }
}
