using Orchestrator.Service.Reading;

namespace Orchestrator.Service.Api;

/// <summary>A package or hook that failed.</summary>
internal sealed record FailureEntry(
    string Package, string State, DateTime Since, int Attempt, string? Code, string? Class, string? Phase,
    string Message, string? Connection, string? ServerCode)
{
    public static FailureEntry Of(Failure failure) => new(
        failure.Package, failure.State.ToString(), failure.Since.UtcDateTime, failure.Attempt, failure.Error?.Code,
        failure.Error?.Class.ToString(), ApiDocument.Said(failure.Error?.Phase), failure.Message,
        ApiDocument.Said(failure.Error?.Connection), ApiDocument.Said(failure.Error?.ServerCode));
}
