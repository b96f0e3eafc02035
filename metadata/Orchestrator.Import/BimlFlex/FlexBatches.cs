using Orchestrator.Import.Foreign;

namespace Orchestrator.Import.BimlFlex;

/// <summary>Makes batches of those of BimlFlex.</summary>
/// <param name="rows">What was exported.</param>
/// <param name="model">The same, with what belongs to each row.</param>
/// <param name="problems">Takes what is wrong.</param>
internal sealed class FlexBatches(FlexRows rows, FlexModel model, ForeignProblems problems)
{
    private const string Completion = "completion";
    private const string Otherwise = "Imported";

    /// <summary>The files of those that have projects.</summary>
    public List<ForeignFile> Files(IReadOnlyList<FlexProject> projects)
    {
        var files = new List<ForeignFile>();
        var placed = new HashSet<string>(StringComparer.Ordinal);
        var taken = new HashSet<string>(StringComparer.OrdinalIgnoreCase);
        foreach (var row in rows.Of("Batches"))
        {
            var name = ImportNames.Plain(FlexModel.NameOf(row, "batch"));
            string[] own = [.. projects.Where(project => model.BatchOf(project.Row) == row)
                .OrderBy(project => project.Source.Stage.Code != FlexStage.Source).Select(project => project.Name)];
            if (name.Length == 0 || !taken.Add(name))
            {
                problems.Error(ForeignCodes.Twice, row.At, "the batch has no name of its own", "give it one");
            }
            else if (own.Length == 0)
            {
                problems.Warn(ForeignCodes.NoEqual, row.At,
                    $"the batch '{name}' has no project that is imported, and is left out");
            }
            else
            {
                files.Add(File(row, name, own));
                placed.UnionWith(own);
            }
        }

        FlexProject[] left = [.. projects.Where(project => !placed.Contains(project.Name))];
        if (left.Length > 0)
        {
            files.Add(Rest(left, taken.Contains(Otherwise) ? $"{Otherwise}_2" : Otherwise));
        }

        return files;
    }

    // What no batch runs could not be tried.
    private ForeignFile Rest(FlexProject[] projects, string name)
    {
        foreach (var project in projects)
        {
            problems.Warn(ForeignCodes.NoEqual, project.Row.At,
                $"the batch of the project '{project.Name}' was not exported: it stands in the batch '{name}'",
                "export the batches, too, or say what it runs with");
        }

        return new ForeignFile(ForeignFile.Batch, name, new ImportFile($"batches/{name}.yaml", YamlMapText.Document(
            "../",
            [
                .. YamlMapText.Pair("batch", name),
                .. YamlMapText.Raw("projects", YamlMapText.List(projects.Select(project => project.Name))),
            ])));
    }

    private ForeignFile File(FlexRow row, string name, string[] projects)
    {
        SayTrigger(row, name);
        var concurrency = row.Number("concurrency") is { } most and > 0 ? most : row.Number("threads");
        var goesOn = FlexRow.Key(row.Text("precedenceconstraint")).EndsWith(Completion, StringComparison.Ordinal);
        if (goesOn)
        {
            problems.Warn(ForeignCodes.NoEqual, row.At,
                $"in the batch '{name}' all but what depends on a failure goes on, and that did, too",
                "write outcome: Completion in `dependsOn` where something shall run behind a failure");
        }

        return new ForeignFile(ForeignFile.Batch, name, new ImportFile(
            $"batches/{name}.yaml", YamlMapText.Document("../",
            [
                .. YamlMapText.Pair("batch", name),
                .. YamlMapText.Raw("projects", YamlMapText.List(projects)),
                .. YamlMapText.Raw("failureHandling", goesOn ? "DependencyChain" : ""),
                .. YamlMapText.Raw("maxConcurrency", concurrency is > 0 ? $"{concurrency}" : ""),
                .. YamlMapText.Raw("retry", row.Number("retrycount") is { } count and > 0 ? YamlMapText.Map(
                [
                    $"count: {count}",
                    .. YamlMapText.Raw("delay", row.Number("retryinterval") is { } delay and > 0 ? $"{delay}s" : ""),
                ]) : ""),
            ])));
    }

    private void SayTrigger(FlexRow row, string name)
    {
        if (row.Text("triggertype", "recurrenceevery", "startdate").Length > 0)
        {
            problems.Warn(ForeignCodes.NoEqual, row.At, $"what starts the batch '{name}' by itself is not imported",
                "write `triggers` of the batch (`orchestrator help schedules`)");
        }
    }
}
