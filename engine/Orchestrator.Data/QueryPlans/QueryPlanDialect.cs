namespace Orchestrator.Data.QueryPlans;

/// <summary>How a platform writes plans: what in their text are values, and what changes though the plan does not.
/// </summary>
public abstract class QueryPlanDialect
{
    /// <summary>The text of a plan without the values of its statement, in lines.</summary>
    public abstract string WithoutValues(string plan);

    /// <summary>
    /// What of such a text is the same as long as the plan has the same form: without costs, estimates, times and
    /// numbers that count anew.
    /// </summary>
    public abstract string Shape(string plan);
}
