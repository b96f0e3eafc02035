using Orchestrator.Metadata.Diagnostics;

namespace Orchestrator.Metadata.Model;

/// <summary>What an object says under the key that its kind has to itself.</summary>
public abstract record KindOptions
{
    /// <summary>Where a plan says that it stands: where it was written, or else the object; of a check always the
    /// object.</summary>
    public Origin At { get; init; }

    /// <summary>The connections that it reads from beside the object's source.</summary>
    public virtual IReadOnlyList<string> Reads => [];

    /// <summary>The connections that it writes to beside the object's target.</summary>
    public virtual IReadOnlyList<string> Writes => [];

    /// <summary>What it does, in a few words and as it is written; empty = source and target say it.</summary>
    public virtual string Said => "";

    /// <summary>The texts into which the run puts facts, as they are written.</summary>
    public virtual IReadOnlyList<string> Filled => [];
}
