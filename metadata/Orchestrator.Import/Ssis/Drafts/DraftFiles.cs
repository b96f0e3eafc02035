using System.Text;

namespace Orchestrator.Import.Ssis.Drafts;

/// <summary>The files of a solution that an import makes, each a text.</summary>
internal static class DraftFiles
{
    private const string ConnectionKey = "connection";
    private const string Main = "Main";
    private const string Schema = "# yaml-language-server: $schema=";
    private const string SourceKey = "source";
    private const string TargetKey = "target";

    /// <summary>The metadata, without files beside, ordered by their path.</summary>
    /// <param name="solution">The solution.</param>
    /// <param name="isDecided">Whether what is open is written as if somebody had dropped it, to see what else is
    /// refused.</param>
    /// <param name="within">The projects that are meant, with their batches; null = all.</param>
    public static IReadOnlyList<ImportFile> Of(
        SolutionDraft solution, bool isDecided = false, HashSet<ProjectDraft>? within = null) =>
        [.. Each(solution, isDecided, within).OrderBy(file => file.Path, StringComparer.Ordinal)];

    /// <summary>All files, ordered by their path. What is long is made when it is asked for, and kept by nobody.
    /// </summary>
    public static IEnumerable<ImportFile> All(SolutionDraft solution)
    {
        var taken = new HashSet<string>(StringComparer.OrdinalIgnoreCase);
        var files = Of(solution).Concat(solution.Beside.DistinctBy(file => (file.Path, file.Text)))
            .Select(file => (file.Path, Text: (Func<string>)(() => file.Text))).Concat(solution.Late)
            .Select(file => (Path: Free(file.Path, taken), file.Text))
            .OrderBy(file => file.Path, StringComparer.Ordinal).ToArray();
        return files.Select(file => new ImportFile(file.Path, file.Text()));
    }

    // Names are taken care of where they are given; here nothing is written over whatever happens.
    private static string Free(string path, HashSet<string> taken)
    {
        var ending = Path.GetExtension(path);
        return DraftNames.Free(path[..^ending.Length], each => taken.Add(each + ending)) + ending;
    }

    /// <summary>The file of an object.</summary>
    public static ImportFile Of(ObjectDraft one, bool isDecided = false)
    {
        var map = new List<DraftEntry?> { DraftEntry.Of("object", one.Name) };
        map.Add(DraftEntry.Maybe("kind", one.Kind));
        map.Add(DraftEntry.Maybe("container", one.Container?.Name));
        map.Add(one.DependsOn.Count > 0 ? new("dependsOn", DependsOn(one)) : null);
        map.Add(DraftEntry.If(!one.IsEnabled, "enabled", DraftPart.Of(false)));
        map.Add(one.IsEnabled ? DraftEntry.Maybe("enabled", one.EnabledWhen) : null);
        map.Add(DraftEntry.Maybe("when", one.When));
        map.AddRange(Body(one));
        map.Add(one.Open.Count > 0
            ? new("open", new DraftList([.. one.Open.Select(each => Open(each, isDecided))])) : null);
        return File(
            one.File, 3, [.. one.From.Select(path => $"from {path}"), .. one.Notes], DraftMap.Of([.. map]));
    }

    // Connections that are those of the project are not said again.
    private static IEnumerable<DraftEntry> Body(ObjectDraft one)
    {
        var reads = one.Reads == one.Project.Source ? null : one.Reads?.Name;
        var writes = one.Writes == one.Project.Target ? null : one.Writes?.Name;
        if (writes is not null && one.Body.All(each => each.Key != TargetKey))
        {
            yield return new(TargetKey, DraftMap.Of(DraftEntry.Of(ConnectionKey, writes)));
        }

        foreach (var entry in one.Body)
        {
            var where = entry.Key == SourceKey ? reads : entry.Key == TargetKey ? writes : null;
            yield return where is not null && entry.Value is DraftMap said
                ? new(entry.Key, new DraftMap([DraftEntry.Of(ConnectionKey, where), .. said.Entries])) : entry;
        }
    }

    private static IEnumerable<ImportFile> Each(
        SolutionDraft solution, bool isDecided, HashSet<ProjectDraft>? within)
    {
        yield return Solution(solution);
        foreach (var connection in solution.Connections)
        {
            yield return Connection(connection);
        }

        foreach (var batch in solution.Batches.Where(each => within?.Overlaps(each.Projects) != false))
        {
            yield return File($"batches/{batch.Name}.yaml", 1, [$"from {batch.From}"], DraftMap.Of(
                DraftEntry.Of("batch", batch.Name),
                DraftEntry.If(solution.Batches.Count == 1, "default", DraftPart.Of(true)),
                DraftEntry.Of("failureHandling", "DependencyChain"),
                new("projects", new DraftList([.. batch.Projects.Select(project => (DraftPart)DraftMap.Of(
                    DraftEntry.Of("project", project.Name), new("dependsOn", new DraftList([]))))]))));
        }

        foreach (var (name, values) in solution.Environments)
        {
            yield return File($"environments/{name}.yaml", 1, [], DraftMap.Of(
                DraftEntry.Of("environment", name),
                new("variables", new DraftList([.. values.Select(each => (DraftPart)DraftMap.Of(
                    DraftEntry.Of("variable", each.Key), DraftEntry.Of("value", each.Value)))]))));
        }

        foreach (var project in solution.Projects.Where(each => within?.Contains(each) != false))
        {
            yield return Project(project);
            foreach (var one in project.Objects)
            {
                yield return Of(one, isDecided);
            }
        }
    }

    private static ImportFile Solution(SolutionDraft solution)
    {
        DraftPart[] variables =
        [
            .. solution.Variables.Where(each => each.IsUsed && !each.IsOfTurn)
                .OrderBy(each => each.Name, StringComparer.Ordinal).Select(Variable),
        ];
        return File("solution.yaml", 0, [], DraftMap.Of(
            new("formatVersion", new DraftBare("1")),
            DraftEntry.Of("solution", solution.Name),
            solution.Mail is { } mail ? new("mail", mail) : null,
            DraftEntry.If(variables.Length > 0, "variables", new DraftList(variables))));
    }

    private static DraftMap Variable(VariableDraft one) => DraftMap.Of(
        DraftEntry.Of("variable", one.Name),
        one.Rows.Count > 0 ? new("rows", new DraftMap(one.Rows)) : DraftEntry.Of("dataType", one.DataType),
        DraftEntry.If(one.IsOfRun, "scope", DraftPart.Of("run")),
        one.IsOfRun || one.IsRequired || !HasDefault(one) ? null : DraftEntry.Of("default", one.Default!),
        DraftEntry.If(!one.IsOfRun && (one.IsRequired || !HasDefault(one)), "required", DraftPart.Of(true)));

    // What would be taken for a placeholder each run has to give.
    private static bool HasDefault(VariableDraft one) =>
        one.Default is { } value && !value.Contains("${", StringComparison.Ordinal);

    private static ImportFile Connection(ConnectionDraft one) =>
        File(one.File, 1, [.. one.From.Select(path => $"from {path}")], DraftMap.Of(
            DraftEntry.Of(ConnectionKey, one.Name),
            DraftEntry.Of("platform", one.Platform),
            DraftEntry.Maybe(one.IsFolder ? "folder" : "connectionString", one.Place),
            DraftEntry.If(one.TakesNone, "files", DraftMap.Of(DraftEntry.Of("onNone", "skip"))),
            DraftEntry.If(one.Formats.Count > 0, "formats", new DraftMap(
                [.. one.Formats.Select(each => new DraftEntry(each.Key, each.Value))]))));

    private static ImportFile Project(ProjectDraft one) =>
        File(one.File, 2, [$"from {one.Package}", .. one.Notes], DraftMap.Of(
            DraftEntry.Of("project", one.Name),
            DraftEntry.Maybe(SourceKey, one.Source?.Name),
            DraftEntry.Maybe(TargetKey, one.Target?.Name),
            DraftEntry.Of("ordering", "dependencies"),
            DraftEntry.If(one.Containers.Count > 0, "containers", new DraftList([.. Containers(one)]))));

    // What stands in no sequence stands in a container of its own, where there are others.
    private static IEnumerable<DraftMap> Containers(ProjectDraft one)
    {
        if (one.Objects.Any(each => each.Container is null))
        {
            var name = new[] { Main, $"{Main}_{one.Name}" }.FirstOrDefault(free => one.Containers.All(each =>
                !each.Name.Equals(free, StringComparison.OrdinalIgnoreCase))) ?? $"{Main}__{one.Name}";
            yield return DraftMap.Of(
                DraftEntry.Of("container", name), new DraftEntry("default", DraftPart.Of(true)));
        }

        foreach (var each in one.Containers)
        {
            yield return DraftMap.Of(
                DraftEntry.Of("container", each.Name),
                each.Loop is { } loop ? new DraftEntry("forEach", loop) : null);
        }
    }

    private static DraftList DependsOn(ObjectDraft one)
    {
        var all = one.DependsOn.Where(each => each.AnyOf == 0).Select(each => each.Node(one.Project));
        var any = one.DependsOn.Where(each => each.AnyOf != 0).GroupBy(each => each.AnyOf).Select(group =>
            (DraftPart)DraftMap.Of(new DraftEntry(
                "any", new DraftList([.. group.Select(each => each.Node(one.Project))]))));
        return new DraftList([.. all.Concat(any).DistinctBy(Key)]);
    }

    // Records of lists are not equal by what they hold.
    private static string Key(DraftPart node) => DraftYaml.Of(DraftMap.Of(new DraftEntry("x", node)));

    private static DraftMap Open(OpenEntry one, bool isDecided) => DraftMap.Of(
    [
        DraftEntry.Of("code", one.Reason.Code),
        DraftEntry.Of("from", one.Path),
        DraftEntry.Of("reason", one.Reason.Reason),
        DraftEntry.Maybe("ssis", one.Reason.Text.ReplaceLineEndings("\n").Trim()),
        DraftEntry.Of("effort", one.Reason.Effort),
        .. isDecided ? [DraftEntry.Of("decided", "dropped")] : one.Decided,
    ]);

    private static ImportFile File(string path, int deep, IReadOnlyList<string> comments, DraftMap map)
    {
        var text = new StringBuilder(Schema);
        text.Insert(text.Length, "../", deep).Append("orchestrator.schema.json\n");
        foreach (var line in comments.SelectMany(DraftYaml.Comment))
        {
            text.Append(line).Append('\n');
        }

        return new ImportFile(path, text.Append(DraftYaml.Of(map)).ToString());
    }
}
