namespace Orchestrator.Core.Alerts;

/// <summary>Tells what goes together: what has one cause is one message.</summary>
public static class Causes
{
    /// <summary>As long as a cause may be.</summary>
    public const int LengthMax = 400;

    /// <summary>
    /// The cause of most failures: connection, code of the server (or ours, where the server gave none) and class. Of
    /// two equally frequent ones that of the first failure. Where no failure says anything, the batch itself.
    /// </summary>
    public static string Of(string batch, IReadOnlyList<AlertFailure> failures)
    {
        var groups = failures.Where(failure => failure.Code.Length > 0).GroupBy(Of).ToList();
        return groups.Count == 0 ? Cut($"batch {batch}") : Cut(groups.MaxBy(group => group.Count())!.Key);
    }

    /// <summary>A text at the length that a cause may have.</summary>
    public static string Cut(string text) => text.Length <= LengthMax ? text : text[..LengthMax];

    private static string Of(AlertFailure failure) => string.Join(' ', new[]
    {
        failure.Connection, failure.ServerCode.Length > 0 ? failure.ServerCode : failure.Code, failure.Class,
    }.Where(part => part.Length > 0));
}
