using Orchestrator.Ssis.Model;

namespace Orchestrator.Import.Ssis.Values;

/// <summary>Stops a translation at what has no equal; whoever translates the whole part catches it.</summary>
internal sealed class OpenException(string code, string reason, string text, string effort) : Exception(reason)
{
    public OpenReason Reason { get; } = new(code, reason, text, effort);
}
