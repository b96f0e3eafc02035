using Orchestrator.Core;
using Orchestrator.Metadata.Keys;

namespace Orchestrator.Metadata.Model;

/// <summary>Whether objects of a kind read a source.</summary>
public enum SourceUse
{
    /// <summary>They read none.</summary>
    None,

    /// <summary>They read what `source` names, and nothing by their own name where it is not written.</summary>
    Written,

    /// <summary>They read it; where it is not written, what is called as they are.</summary>
    Always,
}

/// <summary>What objects of a kind do with what their `target` names.</summary>
public enum TargetUse
{
    /// <summary>They write there, as far as is known.</summary>
    Written,

    /// <summary>They look at what stands there, and change no row.</summary>
    Read,

    /// <summary>They have none: a program goes its own ways.</summary>
    None,
}

/// <summary>A kind of package as everybody outside its own folder must know it: a row of <see cref="KindTable"/>.
/// </summary>
/// <param name="Word">The word for it in metadata, plans and the ledger.</param>
/// <param name="Purpose">What its packages are for.</param>
public sealed record PackageKind(string Word, PackagePurpose Purpose)
{
    /// <summary>Whether metadata say it as `kind`; others have a key or a verb of their own.</summary>
    public bool IsWritten { get; init; } = true;

    /// <summary>Whether its objects read a source.</summary>
    public SourceUse Source { get; init; }

    /// <summary>What its objects do with their target.</summary>
    public TargetUse Target { get; init; }

    /// <summary>The keys of an object, beside `target`, that do nothing with some other kind.</summary>
    public IReadOnlyList<string> Keys { get; init; } = [];

    /// <summary>The key that it has to itself, with what stands under it, asked for when it is needed; null = none.
    /// </summary>
    internal Func<KindSection>? Own { get; init; }

    /// <summary>What an object has to say; null = it need not say anything.</summary>
    public NeededKeys? Needs { get; init; }

    /// <summary>The keys that are no part of an object that repeats one of it through `inherit`.</summary>
    public IReadOnlyList<string> NotRepeated { get; init; } = [];

    /// <summary>Whether it may run again where nobody knows what became of it, unless metadata say otherwise.</summary>
    public bool IsIdempotent { get; init; }

    /// <summary>Whether it commits more than once, and leaves the marker of an attempt itself.</summary>
    public bool MarksItself { get; init; }

    /// <summary>Whether it has a way of its own to change the target, which is no load pattern that somebody writes.
    /// </summary>
    public bool ChangesTargetItself { get; init; }

    /// <summary>Whether its rows come through a buffer, which other writers fill as well.</summary>
    public bool HasBuffer { get; init; }

    /// <summary>Whether rows that it rejected may be loaded later, from where they were kept.</summary>
    public bool IsReplayed { get; init; }

    /// <summary>Whether what its objects set is what expressions come to, and nothing that is given back.</summary>
    public bool Reckons { get; init; }

    /// <summary>Whether it moves rows into its target, counted and guarded.</summary>
    public bool IsLoad => Purpose == PackagePurpose.Load;

    /// <summary>Whether it says of what stands in its target if it is as it should be.</summary>
    public bool IsCheck => Target == TargetUse.Read;

    public override string ToString() => Word;
}

/// <summary>What an object of a kind has to say.</summary>
/// <param name="Keys">Keys of which it has to have one.</param>
/// <param name="Lack">What is wrong with one that has none of them, behind its name and kind.</param>
/// <param name="Advice">What to do about it.</param>
public sealed record NeededKeys(IReadOnlyList<string> Keys, string Lack, string Advice);
