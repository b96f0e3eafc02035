using System.Diagnostics.CodeAnalysis;
using Orchestrator.Ledger.Leases;

namespace Orchestrator.Ledger.Tests;

internal sealed class FileRunLockTests : LedgerFixture
{
    [TestCase("../../etc/passwd")]
    [TestCase("CON")]
    [TestCase("a:b*c?d|e\"f<g>h\\i")]
    [TestCase("Nächtlich 夜間 \u001b[31m\n")]
    [TestCase("")]
    public void Any_name_makes_a_file_inside_the_folder_of_locks(string name)
    {
        var path = FileRunLock.PathOf(Location, name, name);

        Assert.That(Path.GetDirectoryName(path), Is.EqualTo(Location.Locks));
        Assert.That(Path.GetFileName(path), Does.Match("^[A-Za-z0-9_@-]{18,100}\\.lock$"));
    }

    [Test]
    public void Names_that_look_alike_once_they_are_cut_have_locks_of_their_own()
    {
        string[] names = ["a/b", "a_b", "a b", new string('x', 50), new string('x', 51)];

        var paths = names.Select(name => FileRunLock.PathOf(Location, name, "default"));

        Assert.That(paths, Is.Unique);
    }

    [Test]
    [SuppressMessage("Reliability", "CA2000", Justification = "Nothing is acquired.")]
    public void A_holder_who_has_not_said_who_he_is_is_still_refused_for()
    {
        using var held = Acquire("Nightly");
        Assert.That(
            () => new TakeOver(Location, "Nightly", "default") { Patience = TimeSpan.Zero }.Acquire(),
            Throws.TypeOf<LedgerException>().With.Message.Contains("another process"));
    }

    private RunLock Acquire(string batch, string environment = "default") =>
        RunLock.Acquire(Location, batch, environment);
}
