using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Tests.Flows;

/// <summary>Runs classes of the test plug-in as packages of kind dataflow, each test in a solution of its own.
/// </summary>
internal abstract class FlowFixture
{
    private protected readonly List<string> said = [];
    private protected Rig rig = null!;

    [SetUp]
    public void MakeRig()
    {
        said.Clear();
        rig = new Rig();
        PluginRig.Install(rig.Folder);
    }

    [TearDown]
    public void RemoveRig() => rig.Dispose();

    private protected static ObjectDefinition Redirecting(ObjectDefinition definition) => definition with
    {
        Errors = new ErrorOptions { OnError = Rig.Written(Policy.Redirect) },
    };

    private protected ObjectDefinition Flow(string name, params (string Name, string Value)[] options) =>
        Rig.Load("sales") with
        {
            Kind = "dataflow",
            Idempotent = true,
            Plugin = PluginRig.Of(rig.Folder, name) with
            {
                Options = [.. options.Select(option => new PluginOption(option.Name,
                    option.Value.StartsWith('[') ? option.Value : $"\"{option.Value}\"", option.Value, default))],
            },
        };

    private protected PackageContext Context(ObjectDefinition definition) => rig.Context(definition) with
    {
        AllowsPlugins = true,
        Message = text =>
        {
            lock (said)
            {
                said.Add(text);
            }
        },
    };

    private protected PackageResult Run(ObjectDefinition definition) =>
        PackageKinds.All["dataflow"].Run(Context(definition));
}
