using Orchestrator.Metadata.Diagnostics;

namespace Orchestrator.Metadata.Model;

/// <summary>The class of a plug-in that a package of kind dataflow or script runs, and what it is given.</summary>
public sealed record Plugin
{
    /// <summary>The folder of all plug-ins, below the solution.</summary>
    public const string Folder = "plugins";

    /// <summary>Its assembly, below <see cref="Folder"/>, with `/`.</summary>
    public required string Assembly { get; init; }

    /// <summary>Full name of the class.</summary>
    public required string Class { get; init; }

    /// <summary>The SHA-256 of the assembly, in small hexadecimal digits.</summary>
    public required string Sha256 { get; init; }

    /// <summary>The assemblies beside it that it may load, each with its SHA-256.</summary>
    public IReadOnlyList<PinnedFile> With { get; init; } = [];

    /// <summary>The databases that it may read beside its source; of kind script folders of files, too.</summary>
    public IReadOnlyList<string> Reads { get; init; } = [];

    /// <summary>Kind script: the connections that it may change, and read.</summary>
    public IReadOnlyList<string> Writes { get; init; } = [];

    /// <summary>What it is told, by name.</summary>
    public IReadOnlyList<PluginOption> Options { get; init; } = [];

    /// <summary>All files that it is made of, below <see cref="Folder"/>.</summary>
    public IEnumerable<PinnedFile> Files =>
    [
        new(Assembly, Sha256, At),
        .. With.Select(file => file with { Name = Assembly[..(Assembly.LastIndexOf('/') + 1)] + file.Name }),
    ];

    /// <summary>Where it was declared.</summary>
    public Origin At { get; init; }
}

/// <summary>A file that must be just the one that was meant.</summary>
/// <param name="Name">Its name, or its path.</param>
/// <param name="Sha256">Its SHA-256, in small hexadecimal digits.</param>
/// <param name="At">Where that stands.</param>
public sealed record PinnedFile(string Name, string Sha256, Origin At);

/// <summary>One option of a plug-in.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Json">Its value: a text, a list or a map of texts, with the values of its variables.</param>
/// <param name="Written">The same as written; a text without quotes.</param>
/// <param name="At">Where it stands.</param>
public sealed record PluginOption(string Name, string Json, string Written, Origin At);
