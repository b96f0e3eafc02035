namespace Orchestrator.Import.Ssis.Drafts;

/// <summary>An object that an import makes.</summary>
internal sealed class ObjectDraft(string name, ProjectDraft project)
{
    public string Name { get; } = name;

    public ProjectDraft Project { get; } = project;

    /// <summary>Its name in full.</summary>
    public string FullName => $"{Project.Name}/{Name}";

    /// <summary>What it stands in; null = nothing but the project.</summary>
    public ContainerDraft? Container { get; set; }

    /// <summary>The word of its kind; null = a load.</summary>
    public string? Kind { get; set; }

    /// <summary>Where it reads; null = nowhere, or where its project does.</summary>
    public ConnectionDraft? Reads { get; set; }

    /// <summary>Where it writes, or its statements run; null = where its project writes.</summary>
    public ConnectionDraft? Writes { get; set; }

    /// <summary>The paths in the package that it comes from, in their order.</summary>
    public List<string> From { get; } = [];

    /// <summary>Sentences for whoever reads the file.</summary>
    public List<string> Notes { get; } = [];

    /// <summary>What it says for its kind, in the order in which it is written.</summary>
    public List<DraftEntry> Body { get; } = [];

    public List<DependencyDraft> DependsOn { get; } = [];

    public List<OpenEntry> Open { get; } = [];

    public bool IsEnabled { get; set; } = true;

    /// <summary>The condition over variables of the plan under which it runs; null = none.</summary>
    public string? EnabledWhen { get; set; }

    /// <summary>The condition that the run asks; null = none.</summary>
    public string? When { get; set; }

    /// <summary>Whether it only keeps the place of something that nobody could translate.</summary>
    public bool IsPlaceholder { get; set; }

    /// <summary>The path of its file below the solution.</summary>
    public string File => $"{ProjectImport.FolderOf(Project.Name)}/objects/{Name}.yaml";

    /// <summary>The variables that it sets.</summary>
    public IEnumerable<string> Sets => Body.Where(each => each.Key == "sets").Select(each => each.Value)
        .OfType<DraftMap>().SelectMany(map => map.Entries).Select(each => each.Key);

    /// <summary>Lets it set one value, which is reckoned without a database.</summary>
    public void Reckon(VariableDraft target, string expression)
    {
        (Kind, target.IsOfRun) = (DraftKinds.Value, true);
        Body.Add(new("sets", DraftMap.Of(DraftEntry.Of(target.Use(), expression))));
    }

    /// <summary>Takes the words of its kind away, so that it only keeps its place. Who reads what it set has NULL, and
    /// where nobody does it is disabled.</summary>
    /// <param name="statement">What stands there where its project writes a database.</param>
    public void Empty(string statement)
    {
        string[] sets = [.. Sets];
        Body.Clear();
        (IsPlaceholder, EnabledWhen, When, Reads, Writes) = (true, null, null, null, null);
        IsEnabled = sets.Length > 0 && Project.Target is not { IsFolder: true };
        if (Project.Target is { IsFolder: true })
        {
            // Statements have no place there.
            Kind = DraftKinds.Program;
            var command = DraftPart.Of((string[])["undecided"]);
            Body.Add(new(DraftKinds.Program, DraftMap.Of(new DraftEntry("command", command))));
            return;
        }

        Kind = DraftKinds.Statement;
        Body.Add(DraftEntry.Of(DraftKinds.Statement, statement));
        if (sets.Length > 0)
        {
            Body.Add(new("sets", new DraftMap([.. sets.Select(each => DraftEntry.Of(each, each))])));
        }
    }
}
