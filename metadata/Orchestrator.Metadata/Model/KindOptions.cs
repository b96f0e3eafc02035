using Orchestrator.Metadata.Diagnostics;

namespace Orchestrator.Metadata.Model;

/// <summary>What an object says under the key that its kind has to itself.</summary>
public abstract record KindOptions
{
    /// <summary>Where a plan says that it stands: where it was written, or else the object; of a check always the
    /// object.</summary>
    public Origin At { get; init; }
}
