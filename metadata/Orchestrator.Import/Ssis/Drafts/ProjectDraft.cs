namespace Orchestrator.Import.Ssis.Drafts;

/// <summary>A project that an import makes of a package, or of a part of one that has connections of its own.</summary>
internal sealed class ProjectDraft(string name, string package)
{
    public string Name { get; } = name;

    /// <summary>The file of the package.</summary>
    public string Package { get; } = package;

    public ConnectionDraft? Source { get; set; }

    public ConnectionDraft? Target { get; set; }

    public List<string> Notes { get; } = [];

    public List<ContainerDraft> Containers { get; } = [];

    public List<ObjectDraft> Objects { get; } = [];

    public string File => $"{ProjectImport.FolderOf(Name)}/project.yaml";
}

/// <summary>A container that an import makes of a sequence or a loop.</summary>
internal sealed class ContainerDraft(string name, ProjectDraft project)
{
    public string Name { get; } = name;

    public ProjectDraft Project { get; } = project;

    public string From { get; init; } = "";

    /// <summary>What stands under `forEach`; null = it is no loop.</summary>
    public DraftMap? Loop { get; set; }
}
