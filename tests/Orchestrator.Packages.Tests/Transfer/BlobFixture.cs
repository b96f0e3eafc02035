using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Http;
using Orchestrator.Packages.Transfer;

namespace Orchestrator.Packages.Tests.Transfer;

/// <summary>A container of Azure Blob with two files for each test, and a connection whose folder it has.</summary>
internal abstract class BlobFixture(Platform platform)
{
    protected static readonly DateTime Old = BlobRig.Written;

    private BlobRig _rig = null!;

    protected BlobServer Server => _rig.Server;

    protected PatternRig Tables => _rig.Tables;

    protected BlobStore Store
    {
        get => _rig.Store;
        set => _rig.Store = value;
    }

    protected FileIntake Intake
    {
        get => _rig.Intake;
        set => _rig.Intake = value;
    }

    protected Action<string> Said
    {
        get => _rig.Said;
        set => _rig.Said = value;
    }

    protected Func<HttpSending, HttpReply?> Lost
    {
        get => _rig.Lost;
        set => _rig.Lost = value;
    }

    protected List<string> Asked => _rig.Asked;

    protected TimeSpan? RetryAfter
    {
        get => _rig.RetryAfter;
        set => _rig.RetryAfter = value;
    }

    [SetUp]
    public void Make() => _rig = new BlobRig(platform);

    [TearDown]
    public void Remove() => _rig.Dispose();

    protected StorePlace Opened(CancellationToken cancellation = default) => _rig.Opened(cancellation);

    protected HttpReply Send(HttpSending sending, CancellationToken cancellation) => _rig.Send(sending, cancellation);

    protected PackageResult Run(string pattern) => _rig.Run(pattern);
}
