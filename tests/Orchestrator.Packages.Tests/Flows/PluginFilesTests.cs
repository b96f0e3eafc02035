using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;
using System.Reflection.PortableExecutable;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Flows;

namespace Orchestrator.Packages.Tests.Flows;

/// <summary>A plug-in is loaded where somebody allows it, from its folder, and where it is the very file that was
/// meant.</summary>
internal sealed class PluginFilesTests
{
    private Rig _rig = null!;

    [SetUp]
    public void MakeRig()
    {
        _rig = new Rig();
        PluginRig.Install(_rig.Folder);
    }

    [TearDown]
    public void RemoveRig() => _rig.Dispose();

    [Test]
    public void Nothing_is_loaded_that_nobody_has_allowed()
    {
        var context = _rig.Context(Flow("Made"));

        Assert.That(PackageKinds.All["dataflow"].Run(context).Error?.Code, Is.EqualTo("ORC3700"));
    }

    [Test]
    public void A_file_with_another_sum_is_refused_with_both_sums()
    {
        var flow = Flow("Made");
        var file = Path.Combine(_rig.Folder, Plugin.Folder, PluginRig.Assembly);
        var bytes = File.ReadAllBytes(file);
        File.WriteAllBytes(file, [.. bytes, 0]);

        var error = Run(flow).Error;

        Assert.That(error?.Code, Is.EqualTo("ORC3701"));
        Assert.That(error?.Message, Does.Contain(flow.Plugin!.Sha256)
            .And.Contain(PluginRig.Sum(_rig.Folder, PluginRig.Assembly)).And.Contain("sales.yaml:5:11")
            .And.Contain("plugins pin"));
    }

    [Test]
    public void A_file_that_is_missing_or_that_leads_elsewhere_is_refused()
    {
        var flow = Flow("Made");
        var folder = Path.Combine(_rig.Folder, Plugin.Folder);
        File.Copy(Path.Combine(folder, PluginRig.Assembly), Path.Combine(_rig.Folder, "other.dll"));
        File.CreateSymbolicLink(Path.Combine(folder, "linked.dll"), Path.Combine(_rig.Folder, "other.dll"));

        Assert.That(Error(flow, "none.dll"), Does.Contain("cannot be read"));
        Assert.That(Error(flow, "linked.dll"), Does.Contain("leads out of the folder"));
        Assert.That(Error(flow, "../other.dll"), Does.Contain("leads out of the folder"));
    }

    [Test]
    public void Folder_of_plugins_that_is_a_link_out_of_the_solution_is_refused()
    {
        var flow = Flow("Made");
        using var other = new Rig();
        Directory.Move(Path.Combine(_rig.Folder, Plugin.Folder), Path.Combine(other.Folder, "elsewhere"));
        Directory.CreateSymbolicLink(
            Path.Combine(_rig.Folder, Plugin.Folder), Path.Combine(other.Folder, "elsewhere"));

        Assert.That(Error(flow, PluginRig.Assembly), Does.Contain("leads out of the folder"));
    }

    [Test]
    public void What_lies_beside_it_is_loaded_only_where_it_is_pinned_as_well()
    {
        var flow = Flow("Needing");
        var pinned = flow with
        {
            Plugin = flow.Plugin! with
            {
                With = [new PinnedFile(PluginRig.Beside, PluginRig.Sum(_rig.Folder, PluginRig.Beside), default)],
            },
        };

        var refused = Run(flow).Error;
        var loaded = Run(pinned).Error;
        File.AppendAllText(Path.Combine(_rig.Folder, Plugin.Folder, PluginRig.Beside), " ");
        var other = Run(pinned).Error;

        Assert.That(refused?.Code, Is.EqualTo("ORC3703"), refused?.Message);
        Assert.That(refused?.Message, Does.Contain("Serilog").And.Contain("with"));
        Assert.That(loaded?.Message, Is.Null);
        Assert.That(other?.Code, Is.EqualTo("ORC3701"));
    }

    [Test]
    public void A_class_whose_base_needs_what_is_not_pinned_is_refused_like_one_that_needs_it_itself()
    {
        var error = Run(Flow("Derived")).Error;

        Assert.That(error?.Code, Is.EqualTo("ORC3703"), error?.Message);
        Assert.That(error?.Message, Does.Contain("Serilog").And.Contain("with"));
    }

    [Test]
    [Platform(Exclude = "Win")]
    public void What_is_no_regular_file_is_refused_and_not_waited_for()
    {
        var flow = Flow("Made");
        var folder = Path.Combine(_rig.Folder, Plugin.Folder);
        NamedPipe.Make(Path.Combine(folder, "pipe.dll"));
        Directory.CreateDirectory(Path.Combine(folder, "folder.dll"));
        File.WriteAllBytes(Path.Combine(folder, "empty.dll"), []);

        foreach (var name in (string[])["pipe.dll", "folder.dll", "empty.dll"])
        {
            Assert.That(PluginFiles.Of(flow.Plugin! with { Assembly = name }, _rig.Folder).Single().Refusal,
                Does.Contain(name).And.Contain("is no file with anything in it"));
        }
    }

    [Test]
    public void A_class_that_is_none_is_refused_with_those_that_there_are()
    {
        Assert.That(Run(Flow("Nothing")).Error?.Message,
            Does.Contain("has no class").And.Contain("Orchestrator.TestPlugin.Made"));
        Assert.That(Run(Flow("Sale")).Error?.Message, Does.Contain("must derive from DataflowPackage"));
    }

    [Test]
    public void A_file_that_is_no_assembly_or_no_plugin_is_refused()
    {
        var flow = Flow("Made");
        File.WriteAllText(Path.Combine(_rig.Folder, Plugin.Folder, "text.dll"), "text");

        Assert.That(Error(flow, "text.dll"), Does.Contain("is no .NET assembly"));
        Assert.That(Error(flow, PluginRig.Beside), Does.Contain("has no reference to Orchestrator.Plugins"));
    }

    [TestCase("Orchestrator.Plugins")]
    [TestCase("Orchestrator.Dataflow")]
    public void A_plugin_that_was_built_against_another_contract_is_refused(string contract)
    {
        var flow = Flow("Made");
        var bytes = File.ReadAllBytes(Path.Combine(_rig.Folder, Plugin.Folder, PluginRig.Assembly));
        bytes[MinorVersionOf(bytes, contract)]++;
        File.WriteAllBytes(Path.Combine(_rig.Folder, Plugin.Folder, "other.dll"), bytes);

        Assert.That(Error(flow, "other.dll"), Does.Contain($"was built against {contract} 0.2.0")
            .And.Contain("has 0.1.0"));
    }

    /// <summary>Where in a file the version of an assembly stands that it refers to.</summary>
    private static int MinorVersionOf(byte[] file, string assembly)
    {
        using var image = new PEReader(new MemoryStream(file));
        var metadata = image.GetMetadataReader();
        var row = metadata.AssemblyReferences.Select((handle, place) => (handle, place)).Single(each =>
            metadata.GetString(metadata.GetAssemblyReference(each.handle).Name) == assembly).place;
        return image.PEHeaders.MetadataStartOffset + metadata.GetTableMetadataOffset(TableIndex.AssemblyRef)
            + (row * metadata.GetTableRowSize(TableIndex.AssemblyRef)) + sizeof(ushort);
    }

    private string? Error(ObjectDefinition flow, string file)
    {
        var path = Path.Combine(_rig.Folder, Plugin.Folder, file);
        return Run(flow with
        {
            Plugin = flow.Plugin! with
            {
                Assembly = file,
                Sha256 = File.Exists(path) ? PluginRig.Sum(_rig.Folder, file) : flow.Plugin.Sha256,
            },
        }).Error?.Message;
    }

    private ObjectDefinition Flow(string name) => Rig.Load("sales") with
    {
        Kind = "dataflow",
        Idempotent = true,
        Source = null,
        Plugin = PluginRig.Of(_rig.Folder, name) with
        {
            Options = name == "Made" ? [new PluginOption("count", "\"1\"", "1", new Origin("sales.yaml", 6, 1))] : [],
        },
    };

    private PackageResult Run(ObjectDefinition definition) =>
        PackageKinds.All["dataflow"].Run(_rig.Context(definition) with { AllowsPlugins = true });
}
