namespace Orchestrator.Import.Sql.Reading;

/// <summary>What paths lead to: scripts and packages, and what a project says of its scripts.</summary>
internal sealed record SqlInputs
{
    /// <summary>Scripts in the order of their names.</summary>
    public List<SqlFile> Scripts { get; } = [];

    /// <summary>Files of models, `.dacpac`.</summary>
    public List<SqlFile> Packages { get; } = [];

    /// <summary>Values of the variables that projects declare.</summary>
    public Dictionary<string, string> Values { get; } = new(StringComparer.OrdinalIgnoreCase);

    /// <summary>The collation that a project gives its database; empty = none does.</summary>
    public string Collation { get; set; } = "";

    /// <summary>Whether each path stands for a whole database, so that what is not in it is not there.</summary>
    public bool IsWhole { get; set; } = true;
}
