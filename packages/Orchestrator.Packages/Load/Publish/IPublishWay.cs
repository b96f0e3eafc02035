using Orchestrator.Data;

namespace Orchestrator.Packages.Load.Publish;

/// <summary>
/// One way in which the rows of a load come into its target table. Which one it is, <see cref="PublishWays"/> says;
/// what is before and behind it, <see cref="LoadTarget"/> does for all of them.
/// </summary>
internal interface IPublishWay
{
    /// <summary>The table that the rows are written into.</summary>
    TableName Into { get; }

    /// <summary>Whether readers with older snapshots are to see rows that are written now behind an exchange.</summary>
    bool IsForExchange => false;

    /// <summary>Whether rows are in the target for good before the last commit.</summary>
    bool CommitsInParts => false;

    /// <summary>Whether the open transaction has made the target, so that nobody else had rows in it.</summary>
    bool MakesTarget => false;

    /// <summary>How many rows the target has more once it is published; null = as many as were inserted.</summary>
    long? RowsMore => null;

    /// <summary>What is to be told of the rows that were published.</summary>
    IReadOnlyList<string> Warnings => [];

    /// <summary>Makes what the rows are written into.</summary>
    void Make();

    /// <summary>Does to the target what comes before the first row is written.</summary>
    void Begin()
    {
    }

    /// <summary>Does what comes before the rows in each further transaction that writes them.</summary>
    void BeginNext()
    {
    }

    /// <summary>Completes what the rows were written into; the plan of the target may be another one then.</summary>
    /// <param name="counts">What was read and written.</param>
    RowCounts Complete(RowCounts counts) => counts;

    /// <summary>Publishes them within the open transaction.</summary>
    /// <param name="counts">What was read and written.</param>
    /// <returns>What became of the rows.</returns>
    RowCounts Publish(RowCounts counts);

    /// <summary>Removes, behind the last commit, what is left of it.</summary>
    void Clear()
    {
    }
}
