using System.Text.RegularExpressions;
using Orchestrator.Core;
using Orchestrator.Metadata.Compile;
using Orchestrator.Metadata.Keys;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Tests.Loading;

namespace Orchestrator.Metadata.Tests.Keys;

/// <summary>
/// What connections, batches, hooks and other things say, what an object reads, writes and runs, and how is tried
/// again: each key does what stands with it.
/// </summary>
internal sealed partial class ThingKeysTests
{
    // Where a property is not called as its key.
    private static readonly Dictionary<string, string> KeyOf = new()
    {
        [nameof(Connection.Durability)] = nameof(ConnectionKeys.DelayedDurability),
        [nameof(Batch.IsDefault)] = nameof(BatchKeys.Default),
        [nameof(Container.RunsAfterFailure)] = nameof(ContainerKeys.PrecedenceConstraint),
        [nameof(Container.Loop)] = nameof(ContainerKeys.ForEach),
        [nameof(Watermark.FromIsIncluded)] = nameof(WatermarkKeys.From),
        [nameof(Watermark.ToIsIncluded)] = nameof(WatermarkKeys.To),
        [nameof(FileFormat.DefusesFormulas)] = nameof(FormatKeys.Formulas),
        [nameof(FileFormat.HasHeader)] = nameof(FormatKeys.Header),
        [nameof(FileFormat.FillsShortRows)] = nameof(FormatKeys.ShortRows),
        [nameof(Procedure.FailsOnReturnCode)] = nameof(CallKeys.ReturnCode),
        [nameof(Trigger.IsEnabled)] = nameof(TriggerKeys.Enabled),
    };

    [Test]
    public void What_is_written_changes_the_model_and_is_told_by_the_name_of_the_key_alone()
    {
        EachDoes(BatchKeys.Section);
        EachDoes(ProjectKeys.Section);
        EachDoes(ContainerKeys.Section);
        EachDoes(WatermarkKeys.Section);
        EachDoes(ConnectionKeys.Section);
        EachDoes(TransferKeys.Section);
        EachDoes(FileServerKeys.Section);
        EachDoes(StoreKeys.Section);
        EachDoes(BlobStoreKeys.Section);
        EachDoes(ColumnKeys.Section);
        EachDoes(FormatKeys.Section);
        EachDoes(LimitKeys.Section);
        EachDoes(DurabilityKeys.Section);
        EachDoes(RetryKeys.Section);
        EachDoes(SourceKeys.Section);
        EachDoes(CallKeys.Section);
        EachDoes(TargetKeys.Section);
        EachDoes(HookKeys.Section);
        EachDoes(ProcessKeys.Section);
        EachDoes(FileTaskKeys.Section);
        EachDoes(PluginKeys.Section);
        EachDoes(TriggerKeys.Section);
        EachDoes(AlertKeys.Section);
        EachDoes(MailKeys.Section);
        EachDoes(SolutionKeys.Section);
        EachDoes(RetentionKeys.Section);
        EachDoes(HttpKeys.Section);
        EachDoes(LoopKeys.Section);
        EachDoes(AllowKeys.Section);
        EachDoes(ParityKeys.Section);
    }

    [Test]
    public void Each_property_of_a_section_has_its_key()
    {
        Assert.That(Capital(LimitKeys.Section), Is.EquivalentTo(Properties<FileLimits>()));
        Assert.That(Capital(RetentionKeys.Section), Is.EquivalentTo(Properties<Retention>()));
        Assert.That(Capital(AllowKeys.Section), Is.EquivalentTo(Properties<DataRules>()));
        Assert.That(Capital(ParityKeys.Section), Is.EquivalentTo(Keyed<ParityEntry>()));
        Assert.That(Capital(DurabilityKeys.Section), Is.EquivalentTo(
            Properties<DelayedDurability>().Where(name => name is not ("At" or nameof(DelayedDurability.Every)))));
        Assert.That(Capital(RetryKeys.Section), Is.EquivalentTo(
            Properties<RetryPolicy>().Where(name => name != nameof(RetryPolicy.None))
                .Select(name => name == nameof(RetryPolicy.Exponential) ? "Backoff" : name)));
    }

    [Test]
    public void Each_property_of_a_thing_has_its_key()
    {
        Assert.That(Capital(ConnectionKeys.Section), Is.EquivalentTo(Keyed<Connection>(nameof(Connection.Facts),
            nameof(Connection.IsFolder), nameof(Connection.IsServer), nameof(Connection.IsRelaxed),
            nameof(Connection.Stored))));
        Assert.That(Capital(BatchKeys.Section), Is.EquivalentTo(
            Keyed<Batch>(nameof(Batch.Hooks), nameof(Batch.Triggers), nameof(Batch.Alerts))));
        Assert.That(Capital(ProjectKeys.Section), Is.EquivalentTo(Keyed<Project>(nameof(Project.Hooks),
            nameof(Project.Containers), nameof(Project.Objects), nameof(Project.ListsFiles))));
        Assert.That(Capital(WatermarkKeys.Section), Is.EquivalentTo(Keyed<Watermark>()));
        Assert.That(Capital(FormatKeys.Section), Is.EquivalentTo(Keyed<FileFormat>()));
        Assert.That(Capital(HookKeys.Section), Is.EquivalentTo(
            Keyed<Hook>(nameof(Hook.Retry), nameof(Hook.PackageTimeout), nameof(Hook.Facts))
                .Append(nameof(HookKeys.Script))));
        Assert.That(Capital(TriggerKeys.Section), Is.EquivalentTo(Keyed<Trigger>(
            nameof(Trigger.Schedule), nameof(Trigger.EnabledAt)).Append(nameof(TriggerKeys.MaxLate))));
        Assert.That(Capital(AlertKeys.Section), Is.EquivalentTo(
            Keyed<Alert>(nameof(Alert.ToAt), nameof(Alert.EnabledAt))));
        Assert.That(Capital(MailKeys.Section), Is.EquivalentTo(Keyed<MailServer>()));
        // Which objects are in a container the objects say.
        Assert.That(Capital(ContainerKeys.Section), Is.EquivalentTo(
            Keyed<Container>(nameof(Container.Hooks)).Append(nameof(ContainerKeys.Members))));
        Assert.That(Capital(LoopKeys.Section), Is.EquivalentTo(Keyed<LoopDefinition>(nameof(LoopDefinition.Kind),
            nameof(LoopDefinition.Columns), nameof(LoopDefinition.IsKnown), nameof(LoopDefinition.ValueName))));
    }

    [Test]
    public void Each_property_of_what_an_object_reads_writes_or_runs_has_its_key()
    {
        string[] others =
        [
            nameof(ObjectSource.FileAsWritten), nameof(ObjectSource.MemberAsWritten), nameof(ObjectSource.WrittenBy),
            nameof(ObjectSource.IsNamedByRun),
        ];
        Assert.That(Capital(SourceKeys.Section), Is.EquivalentTo(Properties<ObjectSource>().Except(others)
            .Append(nameof(SourceKeys.Script)).Concat([nameof(CallKeys.Arguments), nameof(CallKeys.ReturnCode)])));
        Assert.That(Capital(CallKeys.Section), Is.EquivalentTo(
            Keyed<Procedure>(nameof(Procedure.Schema)).Append(nameof(Procedure))));
        Assert.That(Capital(TargetKeys.Section), Is.EquivalentTo(Properties<ObjectTarget>()
            .Append(nameof(TargetKeys.File))));
        Assert.That(Capital(ProcessKeys.Section), Is.EquivalentTo(
            Keyed<ProcessOptions>(nameof(ProcessOptions.TakesAnyCode))));
        Assert.That(Capital(FileTaskKeys.Section), Is.EquivalentTo(Keyed<FileTask>(nameof(FileTask.Files),
            nameof(FileTask.Folder), nameof(FileTask.NewName), nameof(FileTask.Action), nameof(FileTask.Reads),
            nameof(FileTask.Pattern), nameof(FileTask.Writes), nameof(FileTask.Said), nameof(FileTask.Filled),
            nameof(FileTask.IsListed))
            .Append(nameof(FileTask.Name))));
        Assert.That(Capital(FileServerKeys.Section), Is.EquivalentTo(Keyed<FileServer>()));
        Assert.That(Capital(StoreKeys.Section), Is.EquivalentTo(Keyed<BucketStore>()));
        Assert.That(Capital(BlobStoreKeys.Section), Is.EquivalentTo(Keyed<BlobStore>()));
        Assert.That(Capital(TransferKeys.Section), Is.EquivalentTo(Keyed<TransferOptions>(
            nameof(TransferOptions.Server), nameof(TransferOptions.IsGet), nameof(TransferOptions.Pattern),
            nameof(TransferOptions.Connection), nameof(TransferOptions.Reads), nameof(TransferOptions.Writes),
            nameof(TransferOptions.Said), nameof(TransferOptions.Filled))));
        Assert.That(Capital(PluginKeys.Section), Is.EquivalentTo(
            Keyed<Plugin>(nameof(Plugin.Files), nameof(Plugin.Options))));
        Assert.That(Capital(HttpKeys.Section), Is.EquivalentTo(Keyed<HttpOptions>(nameof(HttpOptions.BodyFile),
            nameof(HttpOptions.AnswerMax), nameof(HttpOptions.IsIdempotent), nameof(HttpOptions.MayCarry),
            nameof(HttpOptions.Reads), nameof(HttpOptions.Writes), nameof(HttpOptions.Said),
            nameof(HttpOptions.Filled))));
    }

    [Test]
    public void No_value_of_a_section_is_told_anywhere_else()
    {
        var paths = Paths(LimitKeys.Section).Concat(Paths(DurabilityKeys.Section)).Concat(Paths(RetryKeys.Section))
            .Concat(Paths(SourceKeys.Section)).Concat(Paths(TargetKeys.Section)).Concat(Paths(ProcessKeys.Section))
            .Concat(Paths(PluginKeys.Section)).Concat(Paths(HttpKeys.Section)).Concat(Paths(FileTaskKeys.Section))
            .ToHashSet();
        var folder = Path.Combine(Samples.Root, "metadata", "Orchestrator.Metadata");

        var again = Directory.EnumerateFiles(folder, "*.cs", SearchOption.AllDirectories)
            .Where(path => Path.GetFileName(Path.GetDirectoryName(path)) != "Keys")
            .SelectMany(path => Literal().Matches(File.ReadAllText(path))
                .Select(literal => literal.Groups[1].Value).Where(paths.Contains)
                .Select(text => $"{Path.GetFileName(path)}: {text}"));

        Assert.That(again, Is.Empty);
    }

    [TestCase(0, "")]
    [TestCase(1, "retry.count retry.delay retry.backoff retry.errors")]
    public void How_is_told_only_where_something_is_tried_again(int count, string told)
    {
        var list = new PropertyList();
        var policy = RetryKeys.Section.Standard.Policy with { Count = count };

        RetryKeys.Tell(list, new Setting<RetryPolicy>(policy, default));

        Assert.That(string.Join(' ', list.Properties.Where(property => !property.IsDefault)
            .Select(property => property.Key)), Is.EqualTo(told));
    }

    [Test]
    public void A_plan_tells_each_key_once_where_it_has_an_order_of_its_own()
    {
        Assert.That(ConnectionKeys.Section.InPlans, Is.EquivalentTo(ConnectionKeys.Section.Keys));
        Assert.That(FormatKeys.Section.InPlans, Is.EquivalentTo(FormatKeys.Section.Keys));
        Assert.That(CallKeys.Section.InPlans, Is.EquivalentTo(CallKeys.Section.Keys));
        Assert.That(HookKeys.Section.InPlans, Is.EquivalentTo(HookKeys.Section.Keys));
    }

    [Test]
    public void A_key_that_a_builder_reads_is_told_where_it_means_something_as_others_are()
    {
        var list = new PropertyList();
        var key = new BuiltKey<Trigger>(TriggerKeys.File.Key, (told, trigger) => told.Add("file", "x", trigger.At))
        {
            IsTold = static trigger => trigger.IsEnabled,
        };

        key.Tell(list, TriggerKeys.Section.Standard);
        key.Tell(list, TriggerKeys.Section.Standard with { IsEnabled = false });

        Assert.That(list.Properties, Has.Count.EqualTo(1));
    }

    private static void EachDoes<T>(Section<T> section)
        where T : class
    {
        foreach (var key in section.Keys.Where(key => key is not BuiltKey<T>))
        {
            var list = new PropertyList();
            var models = WrittenKeys.Values(key.Key.Shape).Select(value => key.Read(section.Standard, value)).ToList();
            models.ForEach(model => key.Tell(list, model));

            var path = section.Path.Length > 0 ? $"{section.Path}.{key.Name}" : key.Name;
            Assert.That(models, Has.Some.Not.EqualTo(section.Standard), path);
            Assert.That(key.Reset(models[^1]), Is.EqualTo(section.Standard), path);
            // No plan tells which one is the default, or what does nothing there.
            string[] told = key.IsTold(section.Standard) ? [path] : [];
            Assert.That(list.Properties.Select(property => property.Key).Distinct(), Is.EqualTo(told), path);
        }
    }

    private static IEnumerable<string> Paths<T>(Section<T> section)
        where T : class =>
        section.Keys.Select(key => $"{section.Path}.{key.Name}");

    private static IEnumerable<string> Capital<T>(Section<T> section)
        where T : class =>
        section.Keys.Select(key => char.ToUpperInvariant(key.Name[0]) + key.Name[1..]);

    /// <summary>The properties of a thing by the names of their keys, without its name, its place and some others.
    /// </summary>
    private static IEnumerable<string> Keyed<T>(params string[] others) => Properties<T>()
        .Except(["Name", "At", .. others]).Select(property => KeyOf.GetValueOrDefault(property, property));

    private static IEnumerable<string> Properties<T>() => typeof(T).GetProperties().Select(property => property.Name);

    [GeneratedRegex(@"""([\w.]+)""")]
    private static partial Regex Literal();
}
