using Orchestrator.Ssis.Model;

namespace Orchestrator.Import.Ssis.Values;

/// <summary>Stops a translation at what has no equal; whoever translates the whole part catches it.</summary>
internal sealed class OpenException(OpenReason reason) : Exception(reason.Reason)
{
    public OpenException(string code, string reason, string text, string effort)
        : this(new OpenReason(code, reason, text, effort))
    {
    }

    public OpenReason Reason { get; } = reason;
}
