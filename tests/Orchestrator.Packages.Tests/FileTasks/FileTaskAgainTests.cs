using Orchestrator.Core;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Tests.FileTasks;

/// <summary>Kind file, interrupted at each step at which others see something of it, and run again.</summary>
internal sealed class FileTaskAgainTests : FileTaskRig
{
    private const int StepsMax = 12;

    private static readonly EarlierAttempt Dead = new(1, 7, NodeState.EndedUnexpectedly, ErrorClass.Transient);

    private static readonly string[] Brought = ["1", "2", "3"];

    [Test]
    public void Interrupted_anywhere_it_loses_nothing_and_comes_to_the_same_end(
        [Values] ExistingFile existing, [Values] bool isMove)
    {
        var put = new FileTask { Files = "*.csv", ToConnection = "Other", Existing = existing };
        var task = isMove ? put with { Move = "*.csv" } : put with { Copy = "*.csv" };
        Fill(existing);
        Succeed(task);
        var expected = All();

        for (var steps = 0; steps < StepsMax; steps++)
        {
            Fill(existing);
            var left = steps;
            PackageKinds.All["file"].Run(Context(task) with { Fence = new WriteFence(() => left-- > 0) });
            var between = All().Select(line => line.Split(": ")[1]).ToArray();
            var again = Run(task, Dead);

            Assert.That(between, Is.SupersetOf(Brought), $"{steps}");
            Assert.That(again.Error?.Message, Is.Null, $"{steps}");
            Assert.That(All(), Is.EqualTo(expected), $"{steps}");
        }
    }

    [Test]
    public void Unpacking_that_is_interrupted_is_gone_on_with()
    {
        Fill(ExistingFile.Fail);
        Succeed(new FileTask { Zip = "*.csv", Files = "*.csv", NewName = "all.zip" });
        var task = new FileTask { Unzip = "all.zip", Files = "all.zip", ToConnection = "Other" };

        for (var steps = 0; steps < StepsMax; steps++)
        {
            Array.ForEach(Directory.GetFiles(At("other")), File.Delete);
            var left = steps;
            PackageKinds.All["file"].Run(Context(task) with { Fence = new WriteFence(() => left-- > 0) });
            Succeed(task);

            Assert.That(Directory.GetFiles(At("other")).Select(File.ReadAllText).Order(), Is.EqualTo(Brought));
        }
    }

    // One stands there with the same content already, and one with other where that is no failure.
    private void Fill(ExistingFile existing)
    {
        Array.ForEach(Directory.GetFiles(At("in"), "*.csv"), File.Delete);
        Array.ForEach(Directory.GetFiles(At("other")), File.Delete);
        Write("in/a.csv", "1");
        Write("in/b.csv", "2");
        Write("in/c.csv", "3");
        Write("other/a.csv", "1");
        if (existing != ExistingFile.Fail)
        {
            Write("other/b.csv", "old");
        }
    }
}
