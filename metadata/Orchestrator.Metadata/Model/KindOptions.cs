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

    /// <summary>
    /// The texts that are no SQL into which the run puts values, as they are written; of names of files it is said.
    /// </summary>
    /// <param name="at">Where the object was declared.</param>
    public virtual IEnumerable<TextOfRun> Texts(Origin at) => [];

    /// <summary>The same with the values of the run in its texts; those of a message are put in where it is made.
    /// </summary>
    public virtual KindOptions FilledBy(IRunTexts run) => this;
}
