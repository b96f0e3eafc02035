using Orchestrator.Data;
using Orchestrator.Runner.Durability;
using Orchestrator.Runner.Text;

namespace Orchestrator.Runner.Tests.Durability;

/// <summary>The session that looks after the durability of one database.</summary>
internal sealed class DatabaseSessionTests
{
    private SmallSolution _solution = null!;

    private string Database => Path.Combine(_solution.Folder, ".orchestrator", "data", "Db.db");

    [SetUp]
    public void Before() => _solution = new SmallSolution();

    [TearDown]
    public void After() => _solution.Dispose();

    [Test]
    public void Whoever_uses_it_after_it_could_not_be_opened_anew_opens_it_or_hears_why_that_fails()
    {
        using var session = Open();
        File.Delete(Database);
        Directory.CreateDirectory(Database);
        var why = Assert.Catch(session.Reopen)!;

        Assert.That(() => session.Durability.Flush(default), Throws.TypeOf(why.GetType()));
        Directory.Delete(Database);
        Assert.That(() => session.Durability.Flush(default), Throws.Nothing);
    }

    private DatabaseSession Open()
    {
        var targets = new RelaxedTargets(
            _solution.Request("a").Solution, new PlaceholderResolver(new Secrets(), _ => null), TimeProvider.System,
            "test");
        return new DatabaseSession(
            targets.Of("Db").Single(), Guid.Empty, 1, TimeProvider.System, new WriterTurns(), default);
    }
}
