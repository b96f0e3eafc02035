namespace Orchestrator.Engine;

/// <summary>A kind of package as everybody outside its own folder must know it.</summary>
/// <param name="Word">The word for it in plans and the ledger.</param>
/// <param name="IsLoad">Whether it moves rows into its target, counted and guarded.</param>
/// <param name="IsWritten">Whether metadata say it as `kind`; others have a key or a verb of their own.</param>
public sealed record PackageWord(string Word, bool IsLoad, bool IsWritten = true);

/// <summary>The kinds of package. No other place lists them, nor those that load.</summary>
public static class PackageWords
{
    /// <summary>All kinds, in the order in which people are told of them.</summary>
    public static IReadOnlyList<PackageWord> All { get; } =
    [
        new("load", IsLoad: true),
        new("scd", IsLoad: true),
        new("absorb", IsLoad: true),
        new("sql", IsLoad: false),
        new("check", IsLoad: false),
        new("process", IsLoad: false),
        new("dataflow", IsLoad: true),
        new("hook", IsLoad: false, IsWritten: false),
        new("replay", IsLoad: false, IsWritten: false),
    ];

    /// <summary>The words of those that move rows into their target.</summary>
    public static IReadOnlyList<string> Loads { get; } = [.. All.Where(kind => kind.IsLoad).Select(kind => kind.Word)];

    /// <summary>The words that metadata may say.</summary>
    public static IReadOnlyList<string> Written { get; } =
        [.. All.Where(kind => kind.IsWritten).Select(kind => kind.Word)];

    /// <summary>Whether packages of a kind move rows into their target.</summary>
    public static bool IsLoad(string word) => Loads.Contains(word);
}
