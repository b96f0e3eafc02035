using Orchestrator.Metadata.Diagnostics;

namespace Orchestrator.Metadata.Model;

/// <summary>A text of a package in which values of the run may stand.</summary>
/// <param name="Text">As it is written.</param>
/// <param name="At">Where it, or what it belongs to, was declared.</param>
/// <param name="IsFile">Whether it is the name of a file, which the ledger and many messages repeat.</param>
public sealed record TextOfRun(string Text, Origin At, bool IsFile = false)
{
    /// <summary>Texts, those that there are.</summary>
    public static IEnumerable<TextOfRun> Texts(Origin at, params string?[] texts) =>
        texts.OfType<string>().Select(text => new TextOfRun(text, at));

    /// <summary>Names of files, those that there are.</summary>
    public static IEnumerable<TextOfRun> Files(Origin at, params string?[] files) =>
        files.OfType<string>().Select(file => new TextOfRun(file, at, IsFile: true));
}
