using System.Text.Json.Serialization;

namespace Orchestrator.Ssis.Model;

/// <summary>All that was read of the paths that somebody pointed at.</summary>
public sealed record SsisEstate
{
    /// <summary>The projects, ordered by their file.</summary>
    public IReadOnlyList<SsisProject> Projects { get; init; } = [];

    /// <summary>What of the paths could not be read, ordered by file and place.</summary>
    public IReadOnlyList<SsisFinding> Findings { get; init; } = [];

    /// <summary>All packages of all projects.</summary>
    [JsonIgnore]
    public IEnumerable<SsisPackage> AllPackages => Projects.SelectMany(project => project.Packages);
}

/// <summary>How packages of a project are deployed, which decides what a parameter is looked up in.</summary>
public enum DeploymentModel { Package, Project }

/// <summary>Packages that belong together: of a .dtproj, of an .ispac, or of a folder that has neither.</summary>
public sealed record SsisProject
{
    /// <summary>The project's name; of a folder without one the folder's, empty for the top one.</summary>
    public required string Name { get; init; }

    /// <summary>The .dtproj or .ispac, as a path with `/` below what was pointed at; of a folder its path.</summary>
    public required string File { get; init; }

    /// <summary>Of SQL Server 2012 and later `Project`; of a folder and of an older project `Package`.</summary>
    public DeploymentModel Deployment { get; init; }

    public ProtectionLevel Protection { get; init; }

    /// <summary>The project's parameters (`$Project::Name`).</summary>
    public IReadOnlyList<SsisParameter> Parameters { get; init; } = [];

    /// <summary>The connections that all its packages share.</summary>
    public IReadOnlyList<SsisConnection> Connections { get; init; } = [];

    /// <summary>Values of parameters and connections by named configuration (`Development`, `Release`).</summary>
    public IReadOnlyList<NamedValues> Configurations { get; init; } = [];

    /// <summary>Its packages, ordered by their file.</summary>
    public IReadOnlyList<SsisPackage> Packages { get; init; } = [];
}

/// <summary>Values that a configuration of a project gives, by the name of what they are given to.</summary>
public sealed record NamedValues(string Name, IReadOnlyDictionary<string, string> Values);
